// A: `vecmat` with a vector
use holor::prelude::*;

fn main() {
    let v = Tensor::<f32, 1>::ones([3]);
    let y = v.vecmat(&v);
}
