// B: an index of two numbers on a row
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    for row in m.rows() {
        row[[0, 0]];
    }
}
