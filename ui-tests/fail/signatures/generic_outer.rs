// A: an outer product of any rank without its bound
use holor::prelude::*;

fn products<const R: usize>(x: &TensorRef<f32, R>) {
    x.outer(&tensor![1.0]);
}

fn main() {
    products(&Tensor::<f32, 2>::ones([2, 3]));
}
