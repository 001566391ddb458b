// A: axis out of range in `fft_with_len`
use holor::num_complex::Complex;
use holor::prelude::*;

fn main() {
    let z = Tensor::<Complex<f64>, 2>::zeros([2, 8]);
    let y = z.fft_with_len(Axis::<2>, 16);
}
