// A: an axis for `cumsum_with_initial` that a scalar does not have
use holor::prelude::*;

fn main() {
    let d = Tensor::scalar(1.0).cumsum_with_initial(Last, 0.0);
}
