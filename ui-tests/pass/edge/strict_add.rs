use holor::Strict;
use holor::prelude::*;

fn main() {
    let x = Strict(tensor![[1.0, 2.0], [3.0, 4.0]]);
    let sum = &x + tensor![1.0, 2.0].unsqueeze(Axis::<0>);
    assert_eq!(sum.0, tensor![[2.0, 4.0], [4.0, 6.0]]);
}
