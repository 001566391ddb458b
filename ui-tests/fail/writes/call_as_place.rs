// B: `+=` on a call
use holor::prelude::*;

fn main() {
    let mut m = Tensor::<f32, 2>::zeros([2, 3]);
    m.slice_mut(s![1.., ..]) += 1.0;
}
