use holor::prelude::*;

struct Window<'a> {
    pixels: TensorView<'a, f32, 2>,
}

fn main() {
    Window { pixels: Tensor::ones([2, 3]).view() };
}
