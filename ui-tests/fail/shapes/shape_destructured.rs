// B: three names for the two sizes of a matrix
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    let [a, b, c] = m.shape();
}
