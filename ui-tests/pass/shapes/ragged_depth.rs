use holor::prelude::*;

fn main() {
    let m = tensor![[1, 2], [3, 4]];
    assert_eq!(m.shape(), [2, 2]);
}
