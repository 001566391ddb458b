// A: axis out of range in `any`
use holor::prelude::*;

fn main() {
    let mask = Tensor::<f32, 2>::zeros([2, 3]).greater(0.0);
    let found = mask.any(Axis::<2>);
}
