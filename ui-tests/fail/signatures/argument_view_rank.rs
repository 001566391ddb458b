// B: a view of rank 1 where a function takes rank 2
use holor::prelude::*;

fn area(m: &TensorRef<f32, 2>) -> usize {
    m.len()
}

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    area(&m.row(0));
}
