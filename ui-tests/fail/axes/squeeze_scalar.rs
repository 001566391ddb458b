// A: `squeeze` of a scalar
use holor::prelude::*;

fn main() {
    let x = Tensor::<f32, 0>::scalar(1.0);
    let y = x.squeeze(Axis::<0>);
}
