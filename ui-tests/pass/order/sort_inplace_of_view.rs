use holor::prelude::*;

fn main() {
    let mut m = Tensor::<f64, 2>::zeros([2, 3]);
    m.row_mut(0).sort_inplace(Last);
    assert_eq!(m.shape(), [2, 3]);
}
