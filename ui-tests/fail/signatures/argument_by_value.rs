// B: an owned tensor given to a function that reads, without `&`
use holor::prelude::*;

fn area(m: &TensorRef<f64, 2>) -> usize {
    m.len()
}

fn main() {
    let m = Tensor::<f64, 2>::zeros([2, 3]);
    area(m);
}
