// B: a union of two matrices as a matrix
use holor::prelude::*;

fn main() {
    let m = Tensor::<f64, 2>::zeros([2, 3]);
    let both: Matrix<f64> = m.union1d(&m);
}
