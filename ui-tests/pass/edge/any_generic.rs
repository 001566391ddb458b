use holor::prelude::*;
use holor::rank::AnyRank;

fn keep<const R: usize>(x: Tensor<f64, R>) -> AnyTensor<f64>
where
    Rank<R>: AnyRank,
{
    AnyTensor::from(x)
}

fn main() {
    keep(tensor![1.0, 2.0]);
}
