use holor::prelude::*;

fn main() {
    let mut m = Tensor::<f32, 2>::zeros([2, 3]);
    let (mut top, mut bottom) = m.view_mut().split_at_mut(Axis::<0>, 1);
    top.fill(1.0);
    bottom.fill(2.0);
}
