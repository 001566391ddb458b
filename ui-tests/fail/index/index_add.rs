// A: `index_add` along an axis that does not exist
use holor::prelude::*;

fn main() {
    let mut m = Tensor::<f32, 2>::ones([2, 3]);
    m.index_add(Axis::<2>, &[0], 1.0);
}
