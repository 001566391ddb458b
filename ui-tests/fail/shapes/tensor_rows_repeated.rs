// A: `tensor!` of rows with a semicolon at the end
use holor::prelude::*;

fn main() {
    let t: Tensor<f64, 2> = tensor![[1.0, 2.0], [3.0, 4.0]; 2];
}
