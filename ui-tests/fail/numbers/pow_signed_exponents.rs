// A: integers to the power of signed integers
use holor::prelude::*;

fn main() {
    let x = tensor![1, 2, 3];
    let powers = x.pow(&tensor![2, 2, 2]);
}
