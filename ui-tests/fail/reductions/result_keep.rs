// B: the rank left by a mean that keeps its axis
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    let means: Tensor<f32, 1> = m.mean(Keep(Last));
}
