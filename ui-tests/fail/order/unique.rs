// B: the unique elements of a matrix as a matrix
use holor::prelude::*;

fn main() {
    let m = Tensor::<f64, 2>::zeros([2, 3]);
    let values: Matrix<f64> = m.unique();
}
