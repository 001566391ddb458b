// B: the rank of a vector with a matrix of limits
use holor::prelude::*;

fn main() {
    let v = tensor![7, 8];
    let low = tensor![[9, 3], [4, 9]];
    let limited: Tensor<i32, 1> = v.clamp(&low, 10);
}
