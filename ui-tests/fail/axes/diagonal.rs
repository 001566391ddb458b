// A: axis out of range in `diagonal`
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([3, 3]);
    let d = m.diagonal(Axis::<0>, Axis::<2>);
}
