// A: an axis on the left side only in `try_rearrange!`
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([4, 6]);
    let _ = holor::try_rearrange!(&m, "h w -> h");
}
