// B: an array two deep where a rank-3 tensor is annotated
use holor::prelude::*;

fn main() {
    let t: Tensor<f32, 3> = [[1.0, 2.0], [3.0, 4.0]].into();
}
