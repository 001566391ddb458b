// A: filling a transpose that is a view
use holor::prelude::*;

fn main() {
    let mut m = Tensor::<f32, 2>::zeros([2, 3]);
    m.transpose().fill(1.0);
}
