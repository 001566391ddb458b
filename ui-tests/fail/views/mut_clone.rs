// B: cloning a mutable view
use holor::prelude::*;

fn main() {
    let mut v = Tensor::<f32, 1>::zeros([5]);
    let first = v.view_mut();
    let second = first.clone();
}
