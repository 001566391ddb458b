use holor::prelude::*;

fn sum<const A: usize, const B: usize, const O: usize>(
    a: &TensorRef<f32, A>,
    b: &TensorRef<f32, B>,
) -> Tensor<f32, O>
where
    Rank<A>: BroadcastWith<Rank<B>, Output = Rank<O>>,
{
    a + b
}

fn main() {
    assert_eq!(sum(&Tensor::zeros([2, 3]), &Tensor::zeros([3])).shape(), [2, 3]);
}
