use holor::prelude::*;

fn main() {
    let t: Tensor<f64, 2> = Tensor::full([2, 3], 0.0);
}
