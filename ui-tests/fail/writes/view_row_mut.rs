// A: `row_mut` of a view
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    m.view().row_mut(0).fill(1.0);
}
