use holor::prelude::*;

fn main() {
    let x = Tensor::<f64, 2>::zeros([2, 8]);
    let power: Tensor<f64, 2> = x.rfft(Last).abs();
    assert_eq!(power.shape(), [2, 5]);
}
