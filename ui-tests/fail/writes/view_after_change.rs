// B: a view used after its tensor was changed
use holor::prelude::*;

fn main() {
    let mut m = Tensor::<f32, 2>::zeros([2, 3]);
    let v = m.view();
    m.fill(1.0);
    v.len();
}
