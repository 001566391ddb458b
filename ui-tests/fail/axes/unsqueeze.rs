// A: a new axis put too far
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    let t = m.unsqueeze(Axis::<3>);
}
