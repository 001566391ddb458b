use holor::prelude::*;

fn main() {
    let t: Tensor<f64, 1> = tensor![1.0, 2.0, 3.0];
}
