// B: an operand of another rank than the pattern of `rearrange!`
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([4, 6]);
    let _ = rearrange!(&m, "h w c -> c h w");
}
