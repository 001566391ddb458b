// A: an axis for `chunk` that a matrix does not have
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 6]);
    let parts = m.chunk(Axis::<2>, 3);
}
