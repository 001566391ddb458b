// A: an axis named twice in `rfftn`
use holor::prelude::*;

fn main() {
    let x = Tensor::<f64, 2>::zeros([2, 8]);
    let y = x.rfftn(axes![0, 0]);
}
