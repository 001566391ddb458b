// A: a range instead of a list of selectors
use holor::prelude::*;

fn main() {
    let v = Tensor::<f32, 1>::zeros([6]);
    let part = v.slice(2..5);
}
