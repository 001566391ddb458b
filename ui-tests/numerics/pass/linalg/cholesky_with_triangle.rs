use holor::linalg::Triangle;
use holor::prelude::*;

fn main() {
    let v = Tensor::<f64, 1>::ones([3]);
    let u = v.diag().cholesky_with_triangle(Triangle::Upper);
    assert_eq!(u.shape(), [3, 3]);
}
