// B: the rank of a returned tensor
use holor::prelude::*;

fn first(m: &TensorRef<f32, 2>) -> TensorView<'_, f32, 2> {
    m.index_axis(Axis::<0>, 0)
}

fn main() {
    first(&Tensor::zeros([2, 3]));
}
