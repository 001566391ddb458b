use holor::prelude::*;

fn main() {
    let mut m = Tensor::<f32, 2>::zeros([2, 3]);
    let other = tensor![1.0, 2.0, 3.0];
    let mut r = m.row_mut(0);
    r += &other;
    assert_eq!(m[[0, 2]], 3.0);
}
