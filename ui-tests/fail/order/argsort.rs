// A: axis out of range in `argsort`
use holor::prelude::*;

fn main() {
    let m = Tensor::<f64, 2>::zeros([2, 3]);
    let places = m.argsort(Axis::<2>);
}
