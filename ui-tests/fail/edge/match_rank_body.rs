// A: `match_rank!` with a body that one of the ranks does not have
use holor::prelude::*;

fn main() {
    let any = AnyTensor::from(tensor![1.0, 2.0]);
    let trace = match_rank!(&any, x in [1, 2] => x.trace(), _ => 0.0);
}
