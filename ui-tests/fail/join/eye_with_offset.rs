// B: `eye_with_offset` as a batch of matrices
use holor::prelude::*;

fn main() {
    let shifts: Tensor<f64, 3> = Tensor::eye_with_offset(2, 3, 1);
}
