// A: `item` of a matrix
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([1, 1]);
    let x = m.item();
}
