// B: two mutable views at the same time
use holor::prelude::*;

fn main() {
    let mut m = Tensor::<f32, 2>::zeros([2, 3]);
    let mut top = m.slice_mut(s![0, ..]);
    let mut bottom = m.slice_mut(s![1, ..]);
    top.fill(1.0);
    bottom.fill(2.0);
}
