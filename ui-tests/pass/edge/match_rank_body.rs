use holor::prelude::*;

fn main() {
    let any = AnyTensor::from(tensor![1.0, 2.0]);
    let trace = match_rank!(&any, x in [2] => x.trace(), _ => 0.0);
    assert_eq!(trace, 0.0);
}
