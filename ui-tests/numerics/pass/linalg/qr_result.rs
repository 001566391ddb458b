use holor::prelude::*;

fn main() {
    let m = Tensor::<f64, 2>::eye(3);
    let batch = m.broadcast_to([5, 3, 3]);
    let q: Tensor<f64, 3> = batch.qr().q;
    assert_eq!(q.shape(), [5, 3, 3]);
}
