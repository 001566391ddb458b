use holor::prelude::*;

fn transposed(x: &TensorRef<f32, 2>) -> TensorView<'_, f32, 2> {
    einsum!("ij->ji", x)
}

fn main() {
    assert_eq!(transposed(&Tensor::ones([2, 3])).shape(), [3, 2]);
}
