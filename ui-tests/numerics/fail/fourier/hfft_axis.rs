// A: axis out of range in `hfft`
use holor::num_complex::Complex;
use holor::prelude::*;

fn main() {
    let z = Tensor::<Complex<f64>, 2>::zeros([2, 8]);
    let y = z.hfft(Axis::<2>);
}
