use holor::prelude::*;

fn main() {
    let b = Tensor::<f64, 3>::ones([5, 2, 6]);
    let v = Tensor::<f64, 1>::ones([6]);
    let y: Tensor<f64, 2> = b.matvec(&v);
    assert_eq!(y.shape(), [5, 2]);
}
