use holor::prelude::*;

fn main() {
    let t = tensor![1.0, 2.0];
    let sum = match_rank!(&AnyTensor::from(t), x in [1, 2] => x.sum(All).item(), _ => 0.0);
    assert_eq!(sum, 3.0);
}
