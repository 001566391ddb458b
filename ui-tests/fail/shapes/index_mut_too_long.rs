// B: an assignment at three indices of a matrix
use holor::prelude::*;

fn main() {
    let mut m = Tensor::<f32, 2>::zeros([2, 3]);
    m[[0, 1, 2]] = 1.0;
}
