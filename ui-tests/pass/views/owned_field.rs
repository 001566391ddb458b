use holor::prelude::*;

struct Layer {
    weights: Tensor<f32, 2>,
}

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    let layer = Layer { weights: m.viewed(|m| m.transpose()) };
    assert_eq!(layer.weights.shape(), [3, 2]);
}
