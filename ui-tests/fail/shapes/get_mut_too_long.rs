// B: `get_mut` with three numbers on a matrix
use holor::prelude::*;

fn main() {
    let mut m = Tensor::<f32, 2>::zeros([2, 3]);
    let x = m.get_mut([0, 1, 2]);
}
