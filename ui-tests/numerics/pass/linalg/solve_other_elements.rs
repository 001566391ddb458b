use holor::prelude::*;

fn main() {
    let m = Tensor::<f64, 2>::eye(3);
    let b = Tensor::<f32, 1>::ones([3]);
    let x = m.solve(&b.cast::<f64>());
    assert_eq!(x.shape(), [3]);
}
