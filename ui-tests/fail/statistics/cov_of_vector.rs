// A: `cov` of a vector
use holor::prelude::*;

fn main() {
    let v = Tensor::<f64, 1>::ones([6]);
    let c = v.cov();
}
