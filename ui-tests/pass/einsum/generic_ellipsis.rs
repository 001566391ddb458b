use holor::prelude::*;

fn linear<const R: usize, const E: usize>(x: &TensorRef<f32, R>, w: &TensorRef<f32, 2>) -> Tensor<f32, R>
where
    Rank<R>: Minus<Rank<1>, Output = Rank<E>>,
    Rank<E>: Plus<Rank<1>, Output = Rank<R>>,
{
    einsum!("...i,ij->...j", x, w)
}

fn main() {
    let y = linear(&Tensor::<f32, 3>::ones([5, 2, 3]), &Tensor::ones([3, 4]));
    assert_eq!(y.shape(), [5, 2, 4]);
}
