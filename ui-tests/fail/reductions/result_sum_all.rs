// B: a sum of all elements where a number is annotated
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    let sum: f32 = m.sum(All);
}
