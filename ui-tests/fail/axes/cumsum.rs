// A: axis out of range in `cumsum`
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    let running = m.cumsum(Axis::<2>);
}
