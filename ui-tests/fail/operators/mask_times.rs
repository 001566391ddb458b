// A: a mask as a factor
use holor::prelude::*;

fn main() {
    let a = Tensor::<f32, 2>::ones([2, 3]);
    let kept = a.greater(0.0) * &a;
}
