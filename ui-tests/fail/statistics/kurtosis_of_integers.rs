// B: the kurtosis of integers
use holor::prelude::*;

fn main() {
    let m = Tensor::<i32, 2>::ones([2, 6]);
    let s = m.kurtosis(Last);
}
