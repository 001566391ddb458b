// A: a float function of integers
use holor::prelude::*;

fn main() {
    let m = Tensor::<i32, 2>::zeros([2, 3]);
    let e = m.exp();
}
