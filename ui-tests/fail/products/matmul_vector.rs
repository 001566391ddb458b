// A: `matmul` with a vector on the right
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::ones([2, 3]);
    let v = Tensor::<f32, 1>::ones([3]);
    let y = m.matmul(&v);
}
