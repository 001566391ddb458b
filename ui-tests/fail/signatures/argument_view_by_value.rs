// B: a view given to a function that reads, without `&`
use holor::prelude::*;

fn area(m: &TensorRef<f32, 2>) -> usize {
    m.len()
}

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    area(m.transpose());
}
