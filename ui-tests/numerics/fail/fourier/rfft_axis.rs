// A: axis out of range in `rfft`
use holor::prelude::*;

fn main() {
    let x = Tensor::<f64, 2>::zeros([2, 8]);
    let y = x.rfft(Axis::<2>);
}
