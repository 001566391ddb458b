// A: `matrix_power` of a vector
use holor::prelude::*;

fn main() {
    let v = Tensor::<f64, 1>::ones([6]);
    let p = v.matrix_power(2);
}
