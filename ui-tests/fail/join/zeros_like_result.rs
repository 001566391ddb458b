// B: the rank of `zeros_like`
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    let zeros: Tensor<f32, 1> = m.zeros_like();
}
