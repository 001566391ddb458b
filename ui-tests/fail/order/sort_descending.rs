// A: axis out of range in `sort_descending`
use holor::prelude::*;

fn main() {
    let m = Tensor::<f64, 2>::zeros([2, 3]);
    let sorted = m.sort_descending(Axis::<2>);
}
