use holor::prelude::*;

fn main() {
    let v = Tensor::<f64, 1>::ones([3]);
    let pairs = v.diag().eig();
    assert_eq!(pairs.eigenvalues.shape(), [3]);
}
