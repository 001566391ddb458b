// A: an operand with fewer axes than letters beside the ellipsis
use holor::prelude::*;

fn main() {
    let v = Tensor::<f32, 1>::ones([2]);
    let _ = einsum!("...ij->...ji", &v);
}
