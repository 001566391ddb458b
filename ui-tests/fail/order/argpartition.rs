// A: axis out of range in `argpartition`
use holor::prelude::*;

fn main() {
    let m = Tensor::<f64, 2>::zeros([2, 3]);
    let parts = m.argpartition(Axis::<2>, 1);
}
