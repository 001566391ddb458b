use holor::linalg::Svd;
use holor::prelude::*;

fn main() {
    let m = Tensor::<f64, 2>::eye(3);
    let Svd { u, s, vh } = m.svd();
    assert_eq!(u.shape(), vh.shape());
}
