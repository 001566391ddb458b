// B: frequencies as a matrix
use holor::prelude::*;

fn main() {
    let f: Matrix<f64> = Tensor::fftfreq(8, 1.0);
}
