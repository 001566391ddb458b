// A: zip with a number
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    let sum = zip((&m, 1.0)).map(|a, b| a + b);
}
