// A: `rows` of a vector
use holor::prelude::*;

fn main() {
    let v = Tensor::<f32, 1>::zeros([3]);
    let rows = v.rows();
}
