// A: a strict vector times a matrix
use holor::Strict;
use holor::prelude::*;

fn main() {
    let v = Strict(tensor![1.0, 2.0]);
    let product = &v * &tensor![[1.0, 2.0], [3.0, 4.0]];
}
