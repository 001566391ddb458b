// A: a name that begins with a digit
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([4, 6]);
    let _ = rearrange!(&m, "h 2w -> 2w h");
}
