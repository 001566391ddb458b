// B: the rank of the singular values of a batch
use holor::prelude::*;

fn main() {
    let m = Tensor::<f64, 2>::eye(3);
    let batch = m.broadcast_to([5, 3, 3]);
    let s: Tensor<f64, 1> = batch.svdvals();
}
