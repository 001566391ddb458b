// B: one number for the two axes of a tiled matrix
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    let tiled = m.tile([2]);
}
