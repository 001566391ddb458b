// B: the sum of two masks
use holor::prelude::*;

fn main() {
    let a = Tensor::<f32, 2>::ones([2, 3]);
    let outside = a.less(0.0) + a.greater(1.0);
}
