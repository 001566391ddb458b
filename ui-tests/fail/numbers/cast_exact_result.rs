// B: an exact cast as if it could not fail
use holor::prelude::*;

fn main() {
    let x = Tensor::<f64, 1>::ones([3]);
    let whole: Tensor<i32, 1> = x.cast_exact::<i32>();
}
