// B: a norm of integers
use holor::prelude::*;

fn main() {
    let m = Tensor::<i32, 2>::ones([2, 6]);
    let n = m.norm_with_order(Last, 1.0);
}
