// A: a new axis of any rank without its bound
use holor::prelude::*;

fn batch<const R: usize, const O: usize>(x: &TensorRef<f32, R>) -> TensorView<'_, f32, O> {
    x.unsqueeze(Axis::<0>)
}

fn main() {
    let x: TensorView<'_, f32, 3> = batch(&Tensor::<f32, 2>::ones([2, 3]));
}
