// A: a rank above the largest one, given up
use holor::prelude::*;

fn main() {
    let t = Tensor::<f32, 13>::zeros([1; 13]);
    let any = AnyTensor::from(t);
}
