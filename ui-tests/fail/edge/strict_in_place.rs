// A: a vector subtracted from a strict matrix in place
use holor::Strict;
use holor::prelude::*;

fn main() {
    let mut x = Strict(tensor![[1.0, 2.0], [3.0, 4.0]]);
    x -= &tensor![1.0, 2.0];
}
