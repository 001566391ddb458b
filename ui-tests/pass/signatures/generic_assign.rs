use holor::prelude::*;

fn add<const A: usize, const B: usize>(x: &mut TensorRef<f32, A>, y: &TensorRef<f32, B>)
where
    Rank<B>: BroadcastTo<Rank<A>>,
{
    *x += y;
}

fn main() {
    add(&mut Tensor::<f32, 2>::ones([2, 3]), &tensor![1.0]);
}
