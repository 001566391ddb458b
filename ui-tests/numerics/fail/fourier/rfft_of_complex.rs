// A: `rfft` of complex elements
use holor::num_complex::Complex;
use holor::prelude::*;

fn main() {
    let z = Tensor::<Complex<f64>, 2>::zeros([2, 8]);
    let y = z.rfft(Last);
}
