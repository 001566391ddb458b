// A: linear systems of any rank without the bound of their right side
use holor::prelude::*;

fn solved<const R: usize>(a: &TensorRef<f64, R>, b: &TensorRef<f64, R>) -> Tensor<f64, R>
where
    Rank<R>: MatrixRank,
{
    a.solve(b)
}

fn main() {
    solved(&Tensor::eye(3), &Tensor::ones([3, 1]));
}
