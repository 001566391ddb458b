use holor::prelude::*;

fn first(m: &TensorRef<f32, 2>) -> TensorView<'_, f32, 1> {
    m.index_axis(Axis::<0>, 0)
}

fn main() {
    assert_eq!(first(&Tensor::zeros([2, 3])).shape(), [3]);
}
