// A: two sizes to infer in one group
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([4, 6]);
    let _ = rearrange!(&m, "h (w p q) -> h w p q", p = 2);
}
