// B: a mask as an index
use holor::prelude::*;

fn main() {
    let mut m = Tensor::<f32, 2>::ones([2, 3]);
    m[m.less(0.0)] = 0.0;
}
