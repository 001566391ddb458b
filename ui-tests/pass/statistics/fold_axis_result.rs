use holor::prelude::*;

fn main() {
    let m = Tensor::<f64, 2>::ones([2, 6]);
    let sums: Tensor<f64, 1> = m.fold_axis(Last, 0.0, |sum, x| sum + x);
    assert_eq!(sums.shape(), [2]);
}
