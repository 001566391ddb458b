// B: `take_at` with signed indices
use holor::prelude::*;

fn main() {
    let m = Tensor::<f64, 2>::zeros([2, 3]);
    let rows = tensor![0_i64, 1];
    let columns = tensor![2_i64, 2];
    let picked = m.take_at([&rows, &columns]);
}
