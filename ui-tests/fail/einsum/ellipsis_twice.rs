// A: two ellipses in one operand
use holor::prelude::*;

fn main() {
    let a = Tensor::<f32, 2>::ones([2, 3]);
    let _ = einsum!("...i...->i", &a);
}
