// B: `transpose` of two axes
use holor::prelude::*;

fn main() {
    let a = Tensor::<f32, 2>::ones([2, 3]);
    let t = a.transpose(0, 1);
}
