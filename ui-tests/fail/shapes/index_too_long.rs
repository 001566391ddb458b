// B: an index of three numbers on a matrix
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    let x = m[[0, 1, 2]];
}
