use holor::linalg::Qr;
use holor::prelude::*;

fn main() {
    let m = Tensor::<f64, 2>::eye(3);
    let Qr { q, r } = m.qr();
    assert_eq!(q.shape(), r.shape());
}
