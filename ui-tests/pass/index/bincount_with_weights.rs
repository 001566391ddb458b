use holor::prelude::*;

fn main() {
    let labels = tensor![3, 0, 3];
    let weights = Tensor::<f64, 2>::ones([1, 3]);
    let sums = labels.bincount_with_weights(&weights.row(0));
    assert_eq!(sums, tensor![1.0, 0.0, 0.0, 2.0]);
}
