// B: `take_at` with a column of indices and a row
use holor::prelude::*;

fn main() {
    let m = Tensor::<f64, 2>::zeros([2, 3]);
    let rows = tensor![0, 1];
    let columns = tensor![2, 2];
    let block = m.take_at([&rows.unsqueeze(Last), &columns]);
}
