// A: axis out of range in `merge_axes`
use holor::prelude::*;

fn main() {
    let t = Tensor::<f32, 3>::zeros([2, 3, 4]);
    let m = t.merge_axes(Axis::<1>, Axis::<3>);
}
