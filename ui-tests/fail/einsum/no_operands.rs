// A: a pattern without operands
use holor::prelude::*;

fn main() {
    let _: Tensor<f32, 2> = einsum!("ij->ji");
}
