// B: the counts of a matrix of numbers as a matrix
use holor::prelude::*;

fn main() {
    let labels = tensor![[3, 0], [1, 3]];
    let counts: Matrix<usize> = labels.bincount_with_min_len(6);
}
