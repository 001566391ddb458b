use holor::Strict;
use holor::prelude::*;

fn main() {
    let v = Strict(tensor![1.0, 2.0]);
    let sum = &tensor![[1.0, 2.0], [3.0, 4.0]] + &v.0;
    assert_eq!(sum.shape(), [2, 2]);
}
