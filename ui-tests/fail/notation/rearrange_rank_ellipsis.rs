// A: an operand with fewer axes than a pattern with `...`
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([4, 6]);
    let _ = rearrange!(&m, "a b c ... -> ... a b c");
}
