use holor::prelude::*;

fn main() {
    let shifts: Tensor<f64, 2> = Tensor::eye_with_offset(2, 3, 1);
    assert_eq!(shifts.shape(), [2, 3]);
}
