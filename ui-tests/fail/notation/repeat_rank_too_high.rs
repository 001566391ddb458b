// A: a result of more than 12 axes
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([4, 6]);
    let _ = repeat!(&m, "... -> ... 1 1 1 1 1 1 1 1 1 1 2");
}
