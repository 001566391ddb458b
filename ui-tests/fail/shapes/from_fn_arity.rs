// B: a closure with one parameter for each index
use holor::prelude::*;

fn main() {
    let m = Tensor::<usize, 2>::from_fn([2, 3], |i, j| i + j);
}
