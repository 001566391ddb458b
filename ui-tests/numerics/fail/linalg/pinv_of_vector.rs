// A: `pinv` of a vector
use holor::prelude::*;

fn main() {
    let v = Tensor::<f64, 1>::ones([3]);
    let p = v.pinv();
}
