// B: the rank of the spectra of a matrix
use holor::num_complex::Complex;
use holor::prelude::*;

fn main() {
    let z = Tensor::<Complex<f64>, 2>::zeros([2, 8]);
    let y: Tensor<Complex<f64>, 1> = z.fft(Last);
}
