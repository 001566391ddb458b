// B: the eigenvalues of any real matrix as real numbers
use holor::prelude::*;

fn main() {
    let m = Tensor::<f64, 2>::eye(3);
    let w: Tensor<f64, 1> = m.eigvals();
}
