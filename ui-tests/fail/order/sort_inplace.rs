// A: axis out of range in `sort_inplace`
use holor::prelude::*;

fn main() {
    let mut m = Tensor::<f64, 2>::zeros([2, 3]);
    m.sort_inplace(Axis::<2>);
}
