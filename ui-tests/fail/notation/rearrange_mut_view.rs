// A: a mutable view seen through a shared reference
use holor::prelude::*;

fn main() {
    let mut m = Tensor::<f32, 2>::zeros([4, 6]);
    let mut v = m.view_mut();
    let _ = rearrange!(&v, "h w -> w h");
}
