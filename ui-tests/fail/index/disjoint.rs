// A: `index_axis_disjoint_mut` along an axis that does not exist
use holor::prelude::*;

fn main() {
    let mut m = Tensor::<f32, 2>::ones([2, 3]);
    let [a, b] = m.index_axis_disjoint_mut(Axis::<2>, [0, 1]);
}
