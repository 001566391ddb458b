// B: zeros of no known type
use holor::prelude::*;

fn main() {
    let m = Tensor::zeros([2, 3]);
}
