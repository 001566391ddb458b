// A: `+=` of two ranks without its bound
use holor::prelude::*;

fn add<const A: usize, const B: usize>(x: &mut TensorRef<f32, A>, y: &TensorRef<f32, B>) {
    *x += y;
}

fn main() {
    add(&mut Tensor::<f32, 2>::ones([2, 3]), &tensor![1.0]);
}
