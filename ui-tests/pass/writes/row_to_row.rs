use holor::prelude::*;

fn main() {
    let mut m = Tensor::<f32, 2>::zeros([2, 3]);
    let (mut top, bottom) = m.view_mut().split_at_mut(Axis::<0>, 1);
    top.row_mut(0).assign(&bottom.row(0));
}
