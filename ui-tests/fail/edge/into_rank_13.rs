// A: a rank above the largest one, asked of an `AnyTensor`
use holor::prelude::*;

fn main() {
    let any = AnyTensor::from(tensor![1.0, 2.0]);
    let t = any.into_rank::<13>();
}
