// A: axis out of range in `rms_norm`
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    let scaled = m.rms_norm(Axis::<2>, 1e-5);
}
