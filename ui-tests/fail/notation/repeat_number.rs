// A: a number that `repeat!` would remove
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([4, 6]);
    let _ = repeat!(&m, "4 w -> w 2");
}
