// B: a method of the tensor, called on the strict one
use holor::Strict;
use holor::prelude::*;

fn main() {
    let x = Strict(tensor![[1.0, 2.0]]);
    let columns = x.transpose();
}
