// A: a batch of vectors for one matrix
use holor::prelude::*;

fn main() {
    let m = Tensor::<f64, 2>::ones([2, 6]);
    let x = Tensor::<f64, 2>::ones([5, 6]);
    let y = m.matvec(&x);
}
