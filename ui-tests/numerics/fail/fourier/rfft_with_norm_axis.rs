// A: axis out of range in `rfft_with_norm`
use holor::FourierNorm;
use holor::prelude::*;

fn main() {
    let x = Tensor::<f64, 2>::zeros([2, 8]);
    let y = x.rfft_with_norm(Axis::<2>, FourierNorm::Ortho);
}
