// A: `axis_iter` of a scalar
use holor::prelude::*;

fn main() {
    let x = Tensor::<f32, 0>::scalar(1.0);
    let parts = x.axis_iter(Axis::<0>);
}
