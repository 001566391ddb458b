// A: `correlate` of a matrix and a vector
use holor::Overlap;
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([3, 3]);
    let y = m.correlate(&m.row(0), Overlap::Valid);
}
