// A: a negative size in `dims!`
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([4, 6]);
    dims!(m => [h, -6]);
}
