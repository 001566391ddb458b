use holor::prelude::*;

fn main() {
    let mut m = Tensor::<f32, 2>::zeros([2, 3]);
    let mut r = m.row_mut(0);
    r += 5.0;
    assert_eq!(m[[0, 2]], 5.0);
}
