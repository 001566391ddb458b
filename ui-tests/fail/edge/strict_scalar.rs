// A: an integer added to strict floats
use holor::Strict;
use holor::prelude::*;

fn main() {
    let x = Strict(tensor![1.0, 2.0]);
    let sum = &x + 1;
}
