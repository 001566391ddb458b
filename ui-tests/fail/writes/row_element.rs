// B: writing an element of a row that is a view
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    m.row(1)[[0]] = 7.0;
}
