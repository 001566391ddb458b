// B: an integer times a tensor of floats
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    let twice = 2 * &m;
}
