// B: assigning one `&mut TensorRef` to another by `*a = *b`
use holor::prelude::*;

fn copy(a: &mut TensorRef<f32, 2>, b: &mut TensorRef<f32, 2>) {
    *a = *b;
}

fn main() {
    copy(&mut Tensor::ones([2, 3]), &mut Tensor::zeros([2, 3]));
}
