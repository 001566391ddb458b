// B: swapping what two `&mut TensorRef` refer to
use holor::prelude::*;
use std::mem;

fn swap(a: &mut TensorRef<f32, 2>, b: &mut TensorRef<f32, 2>) {
    mem::swap(&mut *a, &mut *b);
}

fn main() {
    swap(&mut Tensor::ones([2, 3]), &mut Tensor::zeros([2, 3]));
}
