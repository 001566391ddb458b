// B: the next number after integers
use holor::prelude::*;

fn main() {
    let x = Tensor::<i32, 1>::ones([3]);
    let next = x.nextafter(2);
}
