// A: `*=` of an owned tensor of a higher rank
use holor::prelude::*;

fn main() {
    let mut m = Tensor::<f32, 2>::zeros([2, 3]);
    m *= Tensor::<f32, 3>::ones([1, 2, 3]);
}
