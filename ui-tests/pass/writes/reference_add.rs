use holor::prelude::*;

fn raise(x: &mut TensorRef<f32, 2>) {
    *x += 1.0;
}

fn main() {
    raise(&mut Tensor::ones([2, 3]));
}
