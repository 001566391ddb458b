// A: a new axis put too far from the end
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    let t = m.unsqueeze(Back::<4>);
}
