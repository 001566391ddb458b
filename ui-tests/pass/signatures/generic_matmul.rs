use holor::prelude::*;

fn linear<W, const R: usize>(x: &TensorRef<f32, R>, w: W) -> Tensor<f32, R>
where
    Rank<R>: MatrixRank,
    W: MatmulRhs<f32, R, Output = Rank<R>>,
{
    x.matmul(w)
}

fn main() {
    let w = Tensor::<f32, 2>::ones([3, 4]);
    assert_eq!(linear(&Tensor::<f32, 3>::ones([5, 2, 3]), &w).shape(), [5, 2, 4]);
}
