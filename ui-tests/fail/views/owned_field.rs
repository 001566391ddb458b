// B: a view in the field of a struct that owns its tensor
use holor::prelude::*;

struct Layer {
    weights: Tensor<f32, 2>,
}

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    let layer = Layer { weights: m.transpose() };
}
