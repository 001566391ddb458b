// B: an operand of another rank than the pattern's
use holor::prelude::*;

fn main() {
    let a = Tensor::<f32, 2>::ones([2, 3]);
    let b = Tensor::<f32, 2>::ones([3, 4]);
    let _ = einsum!("bij,jk->bik", &a, &b);
}
