// A: axis out of range in `argsort_descending`
use holor::prelude::*;

fn main() {
    let m = Tensor::<f64, 2>::zeros([2, 3]);
    let places = m.argsort_descending(Axis::<2>);
}
