// B: assigning a row to another of the same tensor
use holor::prelude::*;

fn main() {
    let mut m = Tensor::<f32, 2>::zeros([2, 3]);
    m.row_mut(0).assign(&m.row(1));
}
