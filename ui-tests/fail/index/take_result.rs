// B: the result of `take` by a matrix of indices as a matrix
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::ones([2, 3]);
    let indices = tensor![[0, 1], [1, 0]];
    let t: Tensor<f32, 2> = m.take(Axis::<0>, &indices);
}
