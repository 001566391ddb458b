// A: `any` of numbers
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([4, 6]);
    let _ = reduce!(&m, "h w -> h", any);
}
