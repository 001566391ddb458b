use holor::prelude::*;

fn main() {
    let m = Tensor::<f64, 2>::eye(3);
    let batch = m.broadcast_to([5, 3, 3]);
    let w: Tensor<f64, 2> = batch.eigvalsh();
    assert_eq!(w.shape(), [5, 3]);
}
