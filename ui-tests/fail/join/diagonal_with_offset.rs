// A: one axis twice for `diagonal_with_offset`
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    let d = m.diagonal_with_offset(Axis::<1>, Last, 1);
}
