// A: two sizes for one axis
use holor::prelude::*;

fn main() {
    let v = Tensor::<f32, 1>::zeros([8]);
    let y = v.interpolate_linear([4, 4]);
}
