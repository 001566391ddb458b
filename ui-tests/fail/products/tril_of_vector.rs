// A: `tril` of a vector
use holor::prelude::*;

fn main() {
    let v = Tensor::<f32, 1>::ones([3]);
    let low = v.tril(0);
}
