use holor::prelude::*;

struct Layer {
    weights: Tensor<f32, 2>,
}

fn main() {
    let layer = Layer { weights: Tensor::<f32, 2>::zeros([2, 3]) };
    assert_eq!(layer.weights.shape(), [2, 3]);
}
