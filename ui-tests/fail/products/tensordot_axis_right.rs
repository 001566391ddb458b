// A: `tensordot` along an axis that is not there on the right
use holor::prelude::*;

fn main() {
    let a = Tensor::<f32, 3>::ones([3, 4, 5]);
    let b = Tensor::<f32, 3>::ones([4, 3, 2]);
    let _ = a.tensordot(&b, axes![1], axes![3]);
}
