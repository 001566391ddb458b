// B: a closure of two parameters for a zip of three
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    let sum = zip((&m, &m, &m)).map(|a: &f32, b: &f32| a + b);
}
