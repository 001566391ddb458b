// A: two `..` in `dims!`
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([4, 6]);
    dims!(m => [.., a, ..]);
}
