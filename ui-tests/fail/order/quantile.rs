// A: an axis named twice in `quantile`
use holor::prelude::*;

fn main() {
    let m = Tensor::<f64, 2>::zeros([2, 3]);
    let tail = m.quantile(axes![1, Last], 0.9);
}
