use holor::prelude::*;

fn main() {
    let t: Tensor<f64, 1> = Tensor::full([4], 1.0);
}
