// A: `mask_select` by a mask of higher rank
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::ones([2, 3]);
    let t = m.row(0).mask_select(&m.greater(0.0));
}
