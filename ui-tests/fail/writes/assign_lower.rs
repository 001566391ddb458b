// A: `assign` of a higher rank
use holor::prelude::*;

fn main() {
    let mut v = Tensor::<f32, 1>::zeros([3]);
    v.assign(&Tensor::<f32, 2>::ones([1, 3]));
}
