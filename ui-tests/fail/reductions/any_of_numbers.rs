// B: `any` of numbers
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    let found = m.any(All);
}
