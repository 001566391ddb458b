// A: `corrcoef` of a batch of matrices
use holor::prelude::*;

fn main() {
    let b = Tensor::<f64, 3>::ones([5, 2, 6]);
    let c = b.corrcoef();
}
