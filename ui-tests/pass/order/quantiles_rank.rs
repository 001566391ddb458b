use holor::prelude::*;

fn main() {
    let m = Tensor::<f64, 2>::zeros([2, 3]);
    let tails: Matrix<f64> = m.quantiles(Last, &[0.1, 0.9]);
    assert_eq!(tails.shape(), [2, 2]);
}
