// A: `match_rank!` of a tensor whose rank is known
use holor::prelude::*;

fn main() {
    let t = tensor![1.0, 2.0];
    let sum = match_rank!(&t, x in [1, 2] => x.sum(All).item(), _ => 0.0);
}
