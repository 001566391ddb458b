// B: `scatter_add` by indices of another rank
use holor::prelude::*;

fn main() {
    let mut m = Tensor::<f32, 2>::ones([2, 3]);
    m.scatter_add(Axis::<1>, &tensor![0, 1], 1.0);
}
