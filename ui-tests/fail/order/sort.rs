// A: axis out of range in `sort`
use holor::prelude::*;

fn main() {
    let m = Tensor::<f64, 2>::zeros([2, 3]);
    let sorted = m.sort(Axis::<2>);
}
