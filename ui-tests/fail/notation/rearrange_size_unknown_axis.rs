// A: a size for an axis that is not in the pattern
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([4, 6]);
    let _ = rearrange!(&m, "h (w q) -> h w q", p = 2);
}
