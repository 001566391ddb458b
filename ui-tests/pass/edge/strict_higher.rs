use holor::Strict;
use holor::prelude::*;

fn main() {
    let v = Strict(tensor![1.0, 2.0]);
    let product = &tensor![[1.0, 2.0], [3.0, 4.0]] * &v.0;
    assert_eq!(product, tensor![[1.0, 4.0], [3.0, 8.0]]);
}
