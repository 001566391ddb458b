// A: axis out of range in `fftshift`
use holor::prelude::*;

fn main() {
    let x = Tensor::<f64, 2>::zeros([2, 8]);
    let y = x.fftshift(Axis::<2>);
}
