// B: a matrix of weights for a vector of numbers
use holor::prelude::*;

fn main() {
    let labels = tensor![3, 0, 3];
    let weights = Tensor::<f64, 2>::ones([1, 3]);
    let sums = labels.bincount_with_weights(&weights);
}
