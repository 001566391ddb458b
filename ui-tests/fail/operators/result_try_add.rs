// B: the rank of a fallible sum
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    let t = Tensor::<f32, 3>::zeros([4, 2, 3]);
    let sum: Result<Tensor<f32, 2>, ShapeError> = m.try_add(&t);
}
