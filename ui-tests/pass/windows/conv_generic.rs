use holor::prelude::*;
use holor::rank::SpatialRank;

fn blurred<const R: usize, const S: usize>(x: &TensorRef<f32, R>, w: &TensorRef<f32, R>) -> Tensor<f32, R>
where
    Rank<R>: SpatialRank<S>,
{
    x.conv(w)
}

fn main() {
    let x = Tensor::<f32, 4>::zeros([1, 1, 8, 8]);
    let y = blurred(&x, &x);
    assert_eq!(y.shape(), [1, 1, 1, 1]);
}
