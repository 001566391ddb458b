// A: a vector added to a strict matrix
use holor::Strict;
use holor::prelude::*;

fn main() {
    let x = Strict(tensor![[1.0, 2.0], [3.0, 4.0]]);
    let sum = &x + &tensor![1.0, 2.0];
}
