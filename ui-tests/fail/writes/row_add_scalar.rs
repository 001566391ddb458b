// A: `+=` of a number on a row that is a view
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    let mut r = m.row(0);
    r += 5.0;
}
