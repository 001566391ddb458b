use holor::prelude::*;

fn main() {
    let mut m = Tensor::<f32, 2>::zeros([2, 3]);
    let mut v = m.view_mut();
    v[[0, 1]] = 1.0;
}
