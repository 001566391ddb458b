// B: the factors of a batch as one matrix
use holor::prelude::*;

fn main() {
    let m = Tensor::<f64, 2>::eye(3);
    let batch = m.broadcast_to([5, 3, 3]);
    let q: Tensor<f64, 2> = batch.qr().q;
}
