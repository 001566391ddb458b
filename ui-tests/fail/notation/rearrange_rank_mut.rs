// B: a mutable operand of another rank than the pattern
use holor::prelude::*;

fn main() {
    let mut m = Tensor::<f32, 2>::zeros([4, 6]);
    let _ = rearrange!(&mut m, "h w c -> c h w");
}
