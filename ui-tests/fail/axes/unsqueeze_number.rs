// A: a number where the place of a new axis is expected
use holor::prelude::*;

fn main() {
    let a = Tensor::<f32, 2>::ones([2, 3]);
    let t = a.unsqueeze(0);
}
