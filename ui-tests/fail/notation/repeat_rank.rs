// B: an operand of another rank than the pattern of `repeat!`
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([4, 6]);
    let _ = repeat!(&m, "h w d -> h w d c", c = 3);
}
