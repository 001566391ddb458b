// A: a matrix of values for a vector of places in `assign_at`
use holor::prelude::*;

fn main() {
    let mut m = Tensor::<f64, 2>::zeros([2, 3]);
    let rows = tensor![0, 1];
    let columns = tensor![2, 2];
    m.assign_at([&rows, &columns], &tensor![[1.0, 2.0]]);
}
