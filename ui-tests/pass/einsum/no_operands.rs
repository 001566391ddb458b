use holor::prelude::*;

fn main() {
    let a = Tensor::<f32, 2>::ones([2, 3]);
    let _: TensorView<'_, f32, 2> = einsum!("ij->ji", &a);
}
