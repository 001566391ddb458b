use holor::prelude::*;

fn clear(x: &mut TensorRef<f32, 2>) {
    x[[0, 0]] = 0.0;
}

fn main() {
    clear(&mut Tensor::ones([2, 3]));
}
