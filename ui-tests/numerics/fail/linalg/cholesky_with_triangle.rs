// A: `cholesky_with_triangle` of a vector
use holor::linalg::Triangle;
use holor::prelude::*;

fn main() {
    let v = Tensor::<f64, 1>::ones([3]);
    let u = v.cholesky_with_triangle(Triangle::Upper);
}
