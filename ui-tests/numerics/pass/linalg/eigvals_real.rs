use holor::prelude::*;

fn main() {
    let m = Tensor::<f64, 2>::eye(3);
    let w: Tensor<f64, 1> = m.eigvals().re();
    assert_eq!(w.shape(), [3]);
}
