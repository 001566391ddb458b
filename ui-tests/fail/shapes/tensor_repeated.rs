// A: `tensor!` of one element, repeated
use holor::prelude::*;

fn main() {
    let t: Tensor<f64, 1> = tensor![1.0; 4];
}
