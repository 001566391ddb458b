// B: a spectrum as real numbers
use holor::prelude::*;

fn main() {
    let x = Tensor::<f64, 2>::zeros([2, 8]);
    let power: Tensor<f64, 2> = x.rfft(Last);
}
