// A: `iter_mut` of a view
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    for x in m.view().iter_mut() {}
}
