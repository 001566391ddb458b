// A: `rfftn` of a scalar
use holor::prelude::*;

fn main() {
    let x = Tensor::<f64, 2>::zeros([2, 8]);
    let y = x.sum(All).rfftn(All);
}
