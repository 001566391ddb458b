// A: a pattern without operands
use holor::prelude::*;

fn main() {
    let _: TensorView<'_, f32, 2> = einsum!("ij->ji");
}
