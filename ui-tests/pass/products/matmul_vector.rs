use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::ones([2, 3]);
    let v = Tensor::<f32, 1>::ones([3]);
    let y = m.matvec(&v);
    assert_eq!(y.to_vec(), [3.0, 3.0]);
}
