use holor::prelude::*;

fn main() {
    let v = Tensor::<f64, 1>::ones([3]);
    let l = v.diag().cholesky();
    assert_eq!(l.shape(), [3, 3]);
}
