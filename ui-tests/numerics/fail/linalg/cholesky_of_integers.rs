// A: `cholesky` of integers
use holor::prelude::*;

fn main() {
    let m = Tensor::<i32, 2>::eye(3);
    let l = m.cholesky();
}
