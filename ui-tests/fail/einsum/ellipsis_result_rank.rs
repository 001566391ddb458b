// B: the rank of a contraction with an ellipsis as it is not
use holor::prelude::*;

fn main() {
    let t = Tensor::<f32, 3>::ones([5, 2, 3]);
    let _: TensorView<'_, f32, 2> = einsum!("...ij->...ji", &t);
}
