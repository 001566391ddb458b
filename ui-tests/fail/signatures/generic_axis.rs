// A: `AxisOf` as the bound of a reduction
use holor::prelude::*;

fn total<A: AxisOf<R>, const R: usize>(x: &TensorRef<f32, R>, axis: A) {
    x.sum(axis);
}

fn main() {
    total(&Tensor::ones([2, 3]), Last);
}
