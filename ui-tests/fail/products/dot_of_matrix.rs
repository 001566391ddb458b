// A: `dot` of a matrix
use holor::prelude::*;

fn main() {
    let v = Tensor::<f32, 1>::ones([3]);
    let m = Tensor::<f32, 2>::ones([2, 3]);
    let y = m.dot(&v);
}
