// A: `interpolate_linear` of integers
use holor::prelude::*;

fn main() {
    let v = Tensor::<u8, 1>::zeros([8]);
    let y = v.interpolate_linear([4]);
}
