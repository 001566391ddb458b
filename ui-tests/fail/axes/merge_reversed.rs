// A: axes to merge in reverse order
use holor::prelude::*;

fn main() {
    let t = Tensor::<f32, 3>::zeros([2, 3, 4]);
    let m = t.merge_axes(Axis::<2>, Axis::<1>);
}
