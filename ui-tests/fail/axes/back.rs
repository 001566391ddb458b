// A: an axis from the end out of range
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    let row = m.index_axis(Back::<3>, 0);
}
