// B: the solution for a vector as a matrix
use holor::prelude::*;

fn main() {
    let m = Tensor::<f64, 2>::eye(3);
    let x: Tensor<f64, 2> = m.solve(&tensor![1.0, 2.0, 3.0]);
}
