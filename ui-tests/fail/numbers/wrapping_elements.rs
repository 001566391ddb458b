// A: a sum that wraps around, of different element types
use holor::prelude::*;

fn main() {
    let x = Tensor::<u8, 1>::ones([3]);
    let sum = x.wrapping_add(&tensor![255_i32, 0, 1]);
}
