use holor::prelude::*;

fn main() {
    let labels = tensor![[3, 0], [1, 3]];
    let counts: Vector<usize> = labels.bincount_with_min_len(6);
    assert_eq!(counts.shape(), [6]);
}
