// A: no reduction at all
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([4, 6]);
    let _ = reduce!(&m, "h (w 2) -> h w");
}
