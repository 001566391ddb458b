use holor::prelude::*;

fn main() {
    let mut m = Tensor::<f64, 2>::zeros([2, 3]);
    m.row_mut(1)[[0]] = 7.0;
    assert_eq!(m[[1, 0]], 7.0);
}
