// A: axis out of range in `topk`
use holor::prelude::*;

fn main() {
    let m = Tensor::<f64, 2>::zeros([2, 3]);
    let best = m.topk(Axis::<2>, 1);
}
