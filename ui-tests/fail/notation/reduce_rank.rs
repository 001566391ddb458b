// B: an operand of another rank than the pattern of `reduce!`
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([4, 6]);
    let _ = reduce!(&m, "b h w -> b", sum);
}
