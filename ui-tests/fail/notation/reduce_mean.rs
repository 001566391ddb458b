// A: `mean` of integers
use holor::prelude::*;

fn main() {
    let m = Tensor::<i32, 2>::zeros([4, 6]);
    let _ = reduce!(&m, "h w -> h", mean);
}
