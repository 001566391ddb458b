// B: the rank left by a sum over one axis
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    let sums: Tensor<f32, 2> = m.sum(Axis::<0>);
}
