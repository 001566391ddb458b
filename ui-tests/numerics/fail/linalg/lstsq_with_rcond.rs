// A: a scalar as the right side of `lstsq_with_rcond`
use holor::prelude::*;

fn main() {
    let m = Tensor::<f64, 2>::eye(3);
    let fit = m.lstsq_with_rcond(&Tensor::scalar(1.0), 1e-3);
}
