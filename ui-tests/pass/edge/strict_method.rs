use holor::Strict;
use holor::prelude::*;

fn main() {
    let x = Strict(tensor![1.0, 2.0]);
    let sum = x.0.sum(All);
    assert_eq!(sum.item(), 3.0);
}
