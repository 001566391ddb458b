use holor::prelude::*;

fn spread<const R: usize>(x: &TensorRef<f32, R>) -> Tensor<f32, 2>
where
    Rank<R>: BroadcastTo<Rank<2>>,
{
    x.broadcast_to([2, 3]).to_owned()
}

fn main() {
    assert_eq!(spread(&tensor![1.0]).shape(), [2, 3]);
}
