// A: axis out of range in `partition`
use holor::prelude::*;

fn main() {
    let m = Tensor::<f64, 2>::zeros([2, 3]);
    let parts = m.partition(Axis::<2>, 1);
}
