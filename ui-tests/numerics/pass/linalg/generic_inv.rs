use holor::prelude::*;

fn inverted<const R: usize>(m: &TensorRef<f64, R>) -> Tensor<f64, R>
where
    Rank<R>: MatrixRank,
{
    m.inv()
}

fn main() {
    assert_eq!(inverted(&Tensor::eye(3)).shape(), [3, 3]);
}
