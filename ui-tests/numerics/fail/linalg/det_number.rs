// B: a determinant as a number
use holor::prelude::*;

fn main() {
    let m = Tensor::<f64, 2>::eye(3);
    let d: f64 = m.det();
}
