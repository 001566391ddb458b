// B: reading a tensor while a mutable view lives
use holor::prelude::*;

fn main() {
    let mut m = Tensor::<f32, 2>::zeros([2, 3]);
    let mut row = m.row_mut(0);
    row += m.sum(All).item();
}
