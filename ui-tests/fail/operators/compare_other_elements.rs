// A: comparing tensors of different element types
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    let n = Tensor::<f64, 2>::zeros([2, 3]);
    let mask = m.greater(&n);
}
