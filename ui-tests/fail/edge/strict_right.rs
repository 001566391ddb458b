// A: a strict tensor on the right of a plain one
use holor::Strict;
use holor::prelude::*;

fn main() {
    let v = Strict(tensor![1.0, 2.0]);
    let sum = &tensor![[1.0, 2.0], [3.0, 4.0]] + &v;
}
