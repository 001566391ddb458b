use holor::prelude::*;

fn mirrored<const R: usize>(t: &TensorRef<f32, R>) -> TensorView<'_, f32, R>
where
    Last: AxisOf<R>,
{
    t.flip(Last)
}

fn main() {
    assert_eq!(mirrored(&Tensor::ones([1])).shape(), [1]);
}
