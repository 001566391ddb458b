// A: `matvec` with a matrix
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::ones([2, 3]);
    let y = m.matvec(&Tensor::<f32, 2>::ones([3, 1]));
}
