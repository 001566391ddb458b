// B: `match_rank!` with a value whose rank is that of the arm
use holor::prelude::*;

fn main() {
    let any = AnyTensor::from(tensor![1.0, 2.0]);
    let doubled = match_rank!(&any, x in [1, 2] => x * 2.0, _ => panic!());
}
