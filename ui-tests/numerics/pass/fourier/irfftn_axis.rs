use holor::num_complex::Complex;
use holor::prelude::*;

fn main() {
    let z = Tensor::<Complex<f64>, 2>::zeros([2, 8]);
    let y = z.irfftn(axes![0, 1]);
    assert_eq!(y.shape(), [2, 14]);
}
