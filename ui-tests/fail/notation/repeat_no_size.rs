// A: a new axis without a size
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([4, 6]);
    let _ = repeat!(&m, "h w -> h w c");
}
