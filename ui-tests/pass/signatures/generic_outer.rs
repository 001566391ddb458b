use holor::prelude::*;

fn products<const R: usize, const O: usize>(x: &TensorRef<f32, R>) -> Tensor<f32, O>
where
    Rank<R>: Plus<Rank<1>, Output = Rank<O>>,
{
    x.outer(&tensor![1.0])
}

fn main() {
    assert_eq!(products(&Tensor::<f32, 2>::ones([2, 3])).shape(), [2, 3, 1]);
}
