// B: `dims!` with more sizes than axes
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([4, 6]);
    dims!(m => [h, w, c]);
}
