// A: `+=` of a tensor on a row that is a view
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    let other = tensor![1.0, 2.0, 3.0];
    let mut r = m.row(0);
    r += &other;
}
