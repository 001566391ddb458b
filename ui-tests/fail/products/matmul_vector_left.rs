// A: `matmul` of a vector
use holor::prelude::*;

fn main() {
    let v = Tensor::<f32, 1>::ones([2]);
    let m = Tensor::<f32, 2>::ones([2, 3]);
    let y = v.matmul(&m);
}
