// B: the rank of a remainder of a vector by a matrix
use holor::prelude::*;

fn main() {
    let v = tensor![7, 8];
    let m = tensor![[2, 3], [4, 5]];
    let rest: Tensor<i32, 1> = v.remainder(&m);
}
