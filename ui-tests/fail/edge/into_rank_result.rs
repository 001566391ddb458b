// B: a tensor of another rank than the one asked for
use holor::prelude::*;

fn main() {
    let any = AnyTensor::from(tensor![1.0, 2.0]);
    let t: Tensor<f64, 2> = any.into_rank::<1>().unwrap();
}
