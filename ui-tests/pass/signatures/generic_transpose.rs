use holor::prelude::*;

fn turned<const R: usize>(t: &TensorRef<f32, R>) -> TensorView<'_, f32, R>
where
    Rank<R>: MatrixRank,
{
    t.transpose()
}

fn main() {
    assert_eq!(turned(&Tensor::zeros([2, 3])).shape(), [3, 2]);
}
