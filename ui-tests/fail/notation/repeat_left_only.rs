// A: an axis that `repeat!` would remove
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([4, 6]);
    let _ = repeat!(&m, "h w -> h 2");
}
