// B: one length for two axes
use holor::num_complex::Complex;
use holor::prelude::*;

fn main() {
    let z = Tensor::<Complex<f64>, 2>::zeros([2, 8]);
    let y = z.fftn_with_len(axes![0, 1], [16]);
}
