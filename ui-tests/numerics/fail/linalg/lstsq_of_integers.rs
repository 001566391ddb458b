// A: `lstsq` of integers
use holor::prelude::*;

fn main() {
    let m = Tensor::<i32, 2>::eye(3);
    let fit = m.lstsq(&tensor![1, 2, 3]);
}
