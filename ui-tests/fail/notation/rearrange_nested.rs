// A: parentheses inside parentheses
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([4, 6]);
    let _ = rearrange!(&m, "(h (p q)) w -> h w p q", p = 2, q = 2);
}
