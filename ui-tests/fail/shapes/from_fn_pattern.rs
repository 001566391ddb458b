// B: a closure for three indices given to a matrix
use holor::prelude::*;

fn main() {
    let m = Tensor::<usize, 2>::from_fn([2, 3], |[i, j, k]| i + j + k);
}
