use holor::prelude::*;

fn main() {
    let a = Tensor::<f32, 2>::ones([2, 3]);
    const PATTERN: &str = "ij->ji";
    let _ = einsum!(PATTERN, &a);
}
