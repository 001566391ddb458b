// A: `try_assign` of a higher rank
use holor::prelude::*;

fn main() {
    let mut m = Tensor::<f32, 2>::zeros([2, 3]);
    let done = m.try_assign(&Tensor::<f32, 3>::ones([1, 2, 3]));
}
