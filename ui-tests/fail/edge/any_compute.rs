// B: computing with a tensor whose rank is not known
use holor::prelude::*;

fn main() {
    let any = AnyTensor::from(tensor![[1.0, 2.0]]);
    let columns = any.transpose();
}
