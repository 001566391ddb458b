// B: a view in a struct without a lifetime
use holor::prelude::*;

struct Window {
    pixels: TensorView<f32, 2>,
}

fn main() {
    Window { pixels: Tensor::ones([2, 3]).view() };
}
