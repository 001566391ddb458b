// A: `diag_with_offset` of a matrix
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    let d = m.diag_with_offset(1);
}
