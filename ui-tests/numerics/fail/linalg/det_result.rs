// B: the rank of the determinants of a batch
use holor::prelude::*;

fn main() {
    let m = Tensor::<f64, 2>::eye(3);
    let batch = m.broadcast_to([5, 3, 3]);
    let d: Tensor<f64, 2> = batch.det();
}
