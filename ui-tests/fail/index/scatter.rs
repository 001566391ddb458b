// A: `scatter` along an axis that does not exist
use holor::prelude::*;

fn main() {
    let mut m = Tensor::<f32, 2>::ones([2, 3]);
    m.scatter(Axis::<2>, &tensor![[0], [1]], 1.0);
}
