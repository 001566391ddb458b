use holor::prelude::*;

fn main() {
    let mut m = Tensor::<f32, 2>::zeros([2, 3]);
    let mut v = m.view_mut();
    v.row_mut(0).fill(1.0);
    v.row_mut(1).fill(2.0);
    assert_eq!(m[[1, 2]], 2.0);
}
