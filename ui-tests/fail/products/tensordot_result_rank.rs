// B: the rank of a `tensordot` as it is not
use holor::prelude::*;

fn main() {
    let a = Tensor::<f32, 3>::ones([3, 4, 5]);
    let b = Tensor::<f32, 3>::ones([4, 3, 2]);
    let _: Tensor<f32, 3> = a.tensordot(&b, axes![1, 0], axes![0, 1]);
}
