// B: a shape of two sizes where a rank-3 result is annotated
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 6]);
    let cube: Tensor<f32, 3> = m.reshape([3, 4]);
}
