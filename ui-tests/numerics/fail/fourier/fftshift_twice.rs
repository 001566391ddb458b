// A: an axis named twice in `fftshift`
use holor::prelude::*;

fn main() {
    let x = Tensor::<f64, 2>::zeros([2, 8]);
    let y = x.fftshift(axes![1, Last]);
}
