use holor::prelude::*;

fn main() {
    let m = Tensor::<f64, 2>::eye(3);
    let batch = m.broadcast_to([5, 3, 3]);
    let inverses: Tensor<f64, 3> = batch.pinv();
    assert_eq!(inverses.shape(), [5, 3, 3]);
}
