use holor::Strict;
use holor::prelude::*;

fn main() {
    let x = Strict(tensor![[1.0, 2.0], [3.0, 4.0]]);
    let mask = x.greater(&tensor![[1.0, 2.0]]);
    assert_eq!(mask.0, tensor![[false, false], [true, true]]);
}
