// A: `tensor!` of one row, repeated
use holor::prelude::*;

fn main() {
    let t: Tensor<f64, 2> = tensor![[0.0; 3]; 2];
}
