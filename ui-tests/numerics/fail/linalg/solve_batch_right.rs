// A: a batch of right sides for one matrix
use holor::prelude::*;

fn main() {
    let m = Tensor::<f64, 2>::eye(3);
    let b = Tensor::<f64, 3>::ones([5, 3, 2]);
    let x = m.solve(&b);
}
