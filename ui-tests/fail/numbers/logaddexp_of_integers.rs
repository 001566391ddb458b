// B: `logaddexp` of integers
use holor::prelude::*;

fn main() {
    let x = Tensor::<i32, 1>::ones([3]);
    let sum = x.logaddexp(1);
}
