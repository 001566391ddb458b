// B: what one matrix has and another has not, as a matrix
use holor::prelude::*;

fn main() {
    let m = Tensor::<f64, 2>::zeros([2, 3]);
    let rest: Matrix<f64> = m.setdiff1d(&m);
}
