// B: `into_vec` of a view
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    let elements = m.row(0).into_vec();
}
