// B: writing an element through a view
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    let v = m.view();
    v[[0, 1]] = 1.0;
}
