// B: a view put among owned tensors
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    let mut rows: Vec<Tensor<f32, 1>> = Vec::new();
    rows.push(m.row(0));
}
