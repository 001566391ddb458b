// A: a scalar given to a generic function that asks for a last axis
use holor::prelude::*;

fn mirrored<const R: usize>(t: &TensorRef<f32, R>) -> TensorView<'_, f32, R>
where
    Last: AxisOf<R>,
{
    t.flip(Last)
}

fn main() {
    mirrored(&Tensor::scalar(1.0));
}
