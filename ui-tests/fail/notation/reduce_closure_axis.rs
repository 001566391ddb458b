// A: an axis that the block of a closure does not have
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([4, 6]);
    let _ = reduce!(&m, "h w -> h", |block| block.sum(Axis::<1>));
}
