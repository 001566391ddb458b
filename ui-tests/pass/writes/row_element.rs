use holor::prelude::*;

fn main() {
    let mut m = Tensor::<f32, 2>::zeros([2, 3]);
    m.row_mut(1)[[0]] = 7.0;
    assert_eq!(m[[1, 0]], 7.0);
}
