use holor::prelude::*;
use holor::rank::SolveRhs;

fn solved<const R: usize>(a: &TensorRef<f64, R>, b: &TensorRef<f64, R>) -> Tensor<f64, R>
where
    Rank<R>: MatrixRank + SolveRhs<Rank<R>, Output = Rank<R>>,
{
    a.solve(b)
}

fn main() {
    assert_eq!(solved(&Tensor::eye(3), &Tensor::ones([3, 1])).shape(), [3, 1]);
}
