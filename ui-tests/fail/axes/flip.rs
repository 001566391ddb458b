// A: axis out of range in `flip`
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    let mirrored = m.flip(Axis::<2>);
}
