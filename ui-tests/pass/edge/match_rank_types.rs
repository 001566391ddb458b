use holor::prelude::*;

fn main() {
    let any = AnyTensor::from(tensor![1.0, 2.0]);
    let doubled = match_rank!(&any, x in [1, 2] => AnyTensor::from(x * 2.0), _ => panic!());
    assert_eq!(doubled.shape(), [2]);
}
