// B: the rank of a sum of a matrix and a rank-3 tensor
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    let t = Tensor::<f32, 3>::zeros([4, 2, 3]);
    let sum: Tensor<f32, 2> = &m + &t;
}
