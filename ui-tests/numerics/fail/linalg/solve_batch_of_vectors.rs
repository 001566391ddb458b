// A: a vector for each matrix of a batch as the right side
use holor::prelude::*;

fn main() {
    let m = Tensor::<f64, 2>::eye(3);
    let batch = m.broadcast_to([5, 3, 3]);
    let b = Tensor::<f64, 2>::ones([5, 3]);
    let x = batch.solve(&b);
}
