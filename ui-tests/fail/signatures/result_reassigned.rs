// B: a row kept in the variable of the matrix
use holor::prelude::*;

fn main() {
    let mut m = Tensor::<f32, 2>::zeros([2, 3]);
    m = m.viewed(|v| v.index_axis(Axis::<0>, 0));
    m.len();
}
