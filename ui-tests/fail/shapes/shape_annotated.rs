// B: a shape of three sizes where a matrix is annotated
use holor::prelude::*;

fn main() {
    let m: Matrix<f64> = Tensor::from_vec(vec![0.0; 6], [1, 2, 3]).unwrap();
}
