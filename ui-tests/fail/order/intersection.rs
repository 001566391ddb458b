// B: what two matrices have in common, as a matrix
use holor::prelude::*;

fn main() {
    let m = Tensor::<f64, 2>::zeros([2, 3]);
    let common: Matrix<f64> = m.intersect1d(&m);
}
