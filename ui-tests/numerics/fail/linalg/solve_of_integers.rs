// A: `solve` of integers
use holor::prelude::*;

fn main() {
    let m = Tensor::<i32, 2>::eye(3);
    let x = m.solve(&tensor![1, 2, 3]);
}
