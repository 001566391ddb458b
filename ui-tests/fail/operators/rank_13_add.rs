// A: adding a lower rank to one beyond the relations
use holor::prelude::*;

fn main() {
    let t = Tensor::<u8, 13>::zeros([1; 13]);
    let v = Tensor::<u8, 1>::zeros([1]);
    let sum = &t + &v;
}
