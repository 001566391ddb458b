// A: windows of two axes pooled in a vector
use holor::prelude::*;

fn main() {
    let v = Tensor::<f32, 1>::zeros([8]);
    let y = v.max_pool([2, 2]);
}
