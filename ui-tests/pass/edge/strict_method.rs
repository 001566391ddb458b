use holor::Strict;
use holor::prelude::*;

fn main() {
    let x = Strict(tensor![[1.0, 2.0]]);
    let columns = x.0.transpose();
    assert_eq!(columns.shape(), [2, 1]);
}
