// B: a vector where a function takes a matrix
use holor::prelude::*;

fn area(m: &TensorRef<f32, 2>) -> usize {
    m.len()
}

fn main() {
    let v = Tensor::<f32, 1>::zeros([3]);
    area(&v);
}
