// B: rows of different lengths in a nested array
use holor::prelude::*;

fn main() {
    let m: Tensor<f32, 2> = [[1.0, 2.0], [3.0]].into();
}
