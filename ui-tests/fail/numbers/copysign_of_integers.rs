// B: the signs of other numbers for integers
use holor::prelude::*;

fn main() {
    let x = Tensor::<i32, 1>::ones([3]);
    let negative = x.copysign(-1);
}
