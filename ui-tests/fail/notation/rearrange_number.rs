// A: a number other than 1 in `rearrange!`
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([4, 6]);
    let _ = rearrange!(&m, "h 6 -> 6 h");
}
