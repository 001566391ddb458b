use holor::Strict;
use holor::prelude::*;

fn main() {
    let x = Strict(tensor![1.0, 2.0]);
    let sum = &x + 1.0;
    assert_eq!(sum, Strict(tensor![2.0, 3.0]));
}
