// A: axis out of range in `split_at_mut`
use holor::prelude::*;

fn main() {
    let mut m = Tensor::<f32, 2>::zeros([2, 3]);
    let (left, right) = m.view_mut().split_at_mut(Axis::<2>, 1);
}
