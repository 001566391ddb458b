// A: a pattern without operands
use holor::prelude::*;

fn main() {
    let _ = einsum!("ij->ji");
}
