use holor::prelude::*;

fn main() {
    let a = Tensor::<f64, 2>::ones([5, 3]);
    let b = Tensor::<f64, 1>::ones([3]);
    let c = a.cross(Last, &b.unsqueeze(Axis::<0>));
    assert_eq!(c.shape(), [5, 3]);
}
