// A: `dot` with a matrix
use holor::prelude::*;

fn main() {
    let v = Tensor::<f32, 1>::ones([3]);
    let m = Tensor::<f32, 2>::ones([3, 2]);
    let y = v.dot(&m);
}
