// A: axis out of range in `median`
use holor::prelude::*;

fn main() {
    let m = Tensor::<f64, 2>::zeros([2, 3]);
    let middle = m.median(Axis::<2>);
}
