// B: `=` to a row
use holor::prelude::*;

fn main() {
    let mut m = Tensor::<f32, 2>::ones([2, 3]);
    m.row_mut(0) = m.row(1);
}
