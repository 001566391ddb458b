// B: what one of two matrices has, as a matrix
use holor::prelude::*;

fn main() {
    let m = Tensor::<f64, 2>::zeros([2, 3]);
    let either: Matrix<f64> = m.setxor1d(&m);
}
