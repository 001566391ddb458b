// B: `reshape` with -1
use holor::prelude::*;

fn main() {
    let a = Tensor::<f32, 2>::ones([2, 3]);
    let r = a.reshape([3, -1]);
}
