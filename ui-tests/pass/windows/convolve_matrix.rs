use holor::Overlap;
use holor::prelude::*;

fn main() {
    let v = Tensor::<f32, 1>::zeros([3]);
    let y = v.convolve(&v, Overlap::Full);
    assert_eq!(y.shape(), [5]);
}
