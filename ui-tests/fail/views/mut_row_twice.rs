// B: a mutable view used after one of its rows was taken by value
use holor::prelude::*;

fn main() {
    let mut m = Tensor::<f32, 2>::zeros([2, 3]);
    let v = m.view_mut();
    v.row(0).fill(1.0);
    v.row(1).fill(2.0);
}
