// A: `convolve` of a vector and a matrix
use holor::Overlap;
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([3, 3]);
    let y = m.row(0).convolve(&m, Overlap::Full);
}
