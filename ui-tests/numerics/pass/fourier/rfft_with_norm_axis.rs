use holor::FourierNorm;
use holor::prelude::*;

fn main() {
    let x = Tensor::<f64, 2>::zeros([2, 8]);
    let y = x.rfft_with_norm(Axis::<1>, FourierNorm::Ortho);
    assert_eq!(y.shape(), [2, 5]);
}
