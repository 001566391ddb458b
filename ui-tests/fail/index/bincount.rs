// B: `bincount` of numbers that are not `usize`
use holor::prelude::*;

fn main() {
    let labels = tensor![3_i32, 0, 1, 3];
    let counts = labels.bincount();
}
