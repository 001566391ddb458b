use holor::Strict;
use holor::prelude::*;

fn main() {
    let mut x = Strict(tensor![[1.0, 2.0], [3.0, 4.0]]);
    x -= tensor![1.0, 2.0].unsqueeze(Last);
    assert_eq!(x.0, tensor![[0.0, 1.0], [1.0, 2.0]]);
}
