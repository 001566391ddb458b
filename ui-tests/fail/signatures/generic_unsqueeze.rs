// A: a new axis of any rank without its bound
use holor::prelude::*;

fn batch<const R: usize, const O: usize>(x: &TensorRef<f64, R>) -> TensorView<'_, f64, O> {
    x.unsqueeze(Axis::<0>)
}

fn main() {
    let x: TensorView<'_, f64, 3> = batch(&Tensor::<f64, 2>::ones([2, 3]));
}
