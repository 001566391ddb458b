// B: writing to an operand of zip that is read
use holor::prelude::*;

fn main() {
    let a = Tensor::<f32, 2>::ones([2, 3]);
    zip((a.row(0), a.row(1))).for_each(|x, y| *x = *y);
}
