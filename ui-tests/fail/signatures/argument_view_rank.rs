// B: a view of rank 1 where a function takes rank 2
use holor::prelude::*;

fn area(m: &TensorRef<f64, 2>) -> usize {
    m.len()
}

fn main() {
    let m = Tensor::<f64, 2>::zeros([2, 3]);
    area(&m.row(0));
}
