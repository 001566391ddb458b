// A: `+=` on a view
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    let mut v = m.view();
    v += &m;
}
