use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    let mut v = m.view().to_contiguous();
    let mut w = v.view_mut();
    w[[0, 0]] = 1.0;
    assert_eq!(m[[0, 0]], 0.0);
}
