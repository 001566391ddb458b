use holor::linalg::Eigh;
use holor::prelude::*;

fn main() {
    let m = Tensor::<f64, 2>::eye(3);
    let Eigh { eigenvalues: w, eigenvectors: v } = m.eigh();
    assert_eq!(v.shape(), [3, 3]);
}
