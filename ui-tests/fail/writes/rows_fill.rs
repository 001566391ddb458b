// A: filling the rows of `rows`
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    for mut row in m.rows() {
        row.fill(0.0);
    }
}
