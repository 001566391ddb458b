// A: the absolute value of unsigned numbers
use holor::prelude::*;

fn main() {
    let x = Tensor::<u8, 1>::zeros([3]);
    let size = x.abs();
}
