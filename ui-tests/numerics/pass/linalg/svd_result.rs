use holor::prelude::*;

fn main() {
    let m = Tensor::<f64, 2>::eye(3);
    let s: Tensor<f64, 1> = m.svd().s;
    assert_eq!(s.shape(), [3]);
}
