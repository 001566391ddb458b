// B: a vector in the field of a struct that holds a matrix
use holor::prelude::*;

struct Layer {
    weights: Tensor<f32, 2>,
}

fn main() {
    let layer = Layer { weights: Tensor::<f32, 2>::zeros([2, 3]).flatten() };
    layer.weights.len();
}
