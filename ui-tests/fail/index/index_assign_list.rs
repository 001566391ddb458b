// A: `index_assign` at a matrix of indices
use holor::prelude::*;

fn main() {
    let mut m = Tensor::<f32, 2>::ones([2, 3]);
    m.index_assign(Axis::<0>, &tensor![[0, 1]], 1.0);
}
