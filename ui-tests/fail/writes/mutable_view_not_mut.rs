// B: a mutable view in a variable that is not `mut`
use holor::prelude::*;

fn main() {
    let mut m = Tensor::<f32, 2>::zeros([2, 3]);
    let row = m.row_mut(0);
    row += 1.0;
}
