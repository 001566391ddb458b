// B: `take_at` with indices for one axis of two
use holor::prelude::*;

fn main() {
    let m = Tensor::<f64, 2>::zeros([2, 3]);
    let rows = tensor![0, 1];
    let columns = tensor![2, 2];
    let picked = m.take_at([&rows]);
}
