// B: the eigenvalues of a matrix as a matrix
use holor::prelude::*;

fn main() {
    let m = Tensor::<f64, 2>::eye(3);
    let w: Tensor<f64, 2> = m.eigh().eigenvalues;
}
