// B: a size that is no `usize`
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([4, 6]);
    let _ = rearrange!(&m, "h (w q) -> h w q", q = 2.0);
}
