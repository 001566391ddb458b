// B: `assign_at` with indices for one axis of two
use holor::prelude::*;

fn main() {
    let mut m = Tensor::<f64, 2>::zeros([2, 3]);
    let rows = tensor![0, 1];
    let columns = tensor![2, 2];
    m.assign_at([&rows], 1.0);
}
