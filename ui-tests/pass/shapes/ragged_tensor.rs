use holor::prelude::*;

fn main() {
    let m = tensor![[1, 2, 3], [4, 5, 6]];
    assert_eq!(m.shape(), [2, 3]);
}
