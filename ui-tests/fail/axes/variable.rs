// A: a variable in `axes!`
use holor::prelude::*;

fn main() {
    let t = Tensor::<f32, 3>::zeros([2, 3, 4]);
    let axis = 1usize;
    let p = t.permute(axes![axis, 0, 2]);
}
