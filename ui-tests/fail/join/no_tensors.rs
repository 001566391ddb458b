// B: `concat` of what are no tensors
use holor::prelude::*;

fn main() {
    let a = Tensor::<f32, 2>::ones([2, 3]);
    let joined = concat(Axis::<0>, &[[1.0, 2.0], [3.0, 4.0]]);
}
