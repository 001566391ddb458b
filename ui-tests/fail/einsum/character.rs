// A: a character that is not an index
use holor::prelude::*;

fn main() {
    let a = Tensor::<f32, 2>::ones([2, 3]);
    let b = Tensor::<f32, 2>::ones([3, 4]);
    let _ = einsum!("i1,1k->ik", &a, &b);
}
