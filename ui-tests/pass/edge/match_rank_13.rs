use holor::prelude::*;

fn main() {
    let any = AnyTensor::from(tensor![1.0, 2.0]);
    let sum = match_rank!(&any, x in [1, 12] => x.sum(All).item(), _ => 0.0);
    assert_eq!(sum, 3.0);
}
