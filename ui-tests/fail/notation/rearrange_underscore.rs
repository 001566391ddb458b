// A: a name that begins with an underscore
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([4, 6]);
    let _ = rearrange!(&m, "h _ -> _ h");
}
