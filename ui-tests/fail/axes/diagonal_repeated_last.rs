// A: the diagonal of the last axis with itself by number
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([3, 3]);
    let d = m.diagonal(Last, Axis::<1>);
}
