use holor::prelude::*;
use holor::rank::IsRankZero;

fn value<const R: usize>(t: &TensorRef<f32, R>) -> f32
where
    Rank<R>: IsRankZero,
{
    t.item()
}

fn main() {
    assert_eq!(value(&Tensor::scalar(1.0)), 1.0);
}
