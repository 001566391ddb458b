// A: axis out of range in `flip` of a mutable view
use holor::prelude::*;

fn main() {
    let mut m = Tensor::<f32, 2>::zeros([2, 3]);
    m.view_mut().flip(Axis::<2>).fill(1.0);
}
