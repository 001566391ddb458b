// B: a generic operand where the pattern fixes the rank
use holor::prelude::*;

fn transposed<const R: usize>(x: &TensorRef<f32, R>) -> TensorView<'_, f32, 2> {
    einsum!("ij->ji", x)
}

fn main() {
    transposed(&Tensor::<f32, 2>::ones([2, 3]));
}
