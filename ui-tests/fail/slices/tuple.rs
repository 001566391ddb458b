// A: a tuple instead of a list of selectors
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    let part = m.slice((0, 1..3));
}
