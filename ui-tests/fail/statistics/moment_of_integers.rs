// B: the moment of integers
use holor::prelude::*;

fn main() {
    let m = Tensor::<i32, 2>::ones([2, 6]);
    let s = m.moment(Last, 3);
}
