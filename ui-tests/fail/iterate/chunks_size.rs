// B: the size of chunks given for one axis of two
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([4, 4]);
    let chunks = m.exact_chunks([2]);
}
