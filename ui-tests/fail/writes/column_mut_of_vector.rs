// A: `column_mut` of a vector
use holor::prelude::*;

fn main() {
    let mut v = Tensor::<f32, 1>::zeros([3]);
    v.column_mut(0).fill(1.0);
}
