// B: the singular values of a matrix as a matrix
use holor::prelude::*;

fn main() {
    let m = Tensor::<f64, 2>::eye(3);
    let s: Tensor<f64, 2> = m.svd().s;
}
