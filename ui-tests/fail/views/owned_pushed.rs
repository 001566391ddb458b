// B: a view put among owned tensors
use holor::prelude::*;

fn main() {
    let m = Tensor::<f64, 2>::zeros([2, 3]);
    let mut rows: Vec<Tensor<f64, 1>> = Vec::new();
    rows.push(m.row(0));
}
