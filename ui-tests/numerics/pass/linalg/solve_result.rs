use holor::prelude::*;

fn main() {
    let m = Tensor::<f64, 2>::eye(3);
    let x: Tensor<f64, 1> = m.solve(&tensor![1.0, 2.0, 3.0]);
    assert_eq!(x.shape(), [3]);
}
