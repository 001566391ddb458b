use holor::prelude::*;

fn main() {
    let mut m = Tensor::<f32, 2>::zeros([2, 3]);
    m.view_mut().flip(Axis::<1>).fill(1.0);
    assert_eq!(m[[0, 0]], 1.0);
}
