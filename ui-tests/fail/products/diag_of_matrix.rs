// A: `diag` of a matrix
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::ones([3, 3]);
    let d = m.diag();
}
