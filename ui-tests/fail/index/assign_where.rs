// A: `assign_where` by a mask of higher rank
use holor::prelude::*;

fn main() {
    let mut v = Tensor::<f32, 1>::ones([3]);
    v.assign_where(&tensor![[true, false, true]], 0.0);
}
