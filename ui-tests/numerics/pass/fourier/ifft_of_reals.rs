use holor::num_complex::Complex;
use holor::prelude::*;

fn main() {
    let x = Tensor::<f64, 2>::zeros([2, 8]);
    let y = x.map(|&x| Complex::from(x)).ifft(Last);
    assert_eq!(y.shape(), [2, 8]);
}
