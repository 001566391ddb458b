// B: a matrix where a function takes rank 3
use holor::prelude::*;

fn pixels(image: &TensorRef<f32, 3>) -> usize {
    image.len()
}

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    pixels(&m);
}
