// B: an owned tensor as the result of the closure of `viewed`
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    let turned = m.viewed(|v| v.transpose().to_owned());
}
