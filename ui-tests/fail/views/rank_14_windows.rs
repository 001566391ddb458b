// A: windows of a rank-7 tensor
use holor::prelude::*;

fn main() {
    let t = Tensor::<u8, 7>::zeros([2; 7]);
    let windows = t.sliding_windows([1; 7]);
}
