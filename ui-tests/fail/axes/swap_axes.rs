// A: axis out of range in `swap_axes`
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    let swapped = m.swap_axes(Axis::<1>, Axis::<2>);
}
