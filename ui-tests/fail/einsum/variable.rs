// B: a pattern that is a variable
use holor::prelude::*;

fn main() {
    let a = Tensor::<f32, 2>::ones([2, 3]);
    let pattern = "ij->ji";
    let _ = einsum!(pattern, &a);
}
