use holor::prelude::*;

fn main() {
    let any = AnyTensor::from(tensor![1.0, 2.0]);
    let sum = any.into_rank::<1>().unwrap().sum(All);
    assert_eq!(sum.item(), 3.0);
}
