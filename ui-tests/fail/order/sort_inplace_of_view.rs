// A: a row sorted through a read-only view
use holor::prelude::*;

fn main() {
    let mut m = Tensor::<f64, 2>::zeros([2, 3]);
    m.row(0).sort_inplace(Last);
}
