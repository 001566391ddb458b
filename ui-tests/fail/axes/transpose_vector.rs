// A: `transpose` of a vector
use holor::prelude::*;

fn main() {
    let v = Tensor::<f32, 1>::zeros([3]);
    let t = v.transpose();
}
