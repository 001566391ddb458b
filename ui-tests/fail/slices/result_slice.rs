// B: the rank of a slice with an index in it
use holor::prelude::*;

fn main() {
    let t = Tensor::<f32, 3>::zeros([2, 3, 4]);
    let part: TensorView<'_, f32, 3> = t.slice(s![0, .., 1..3]);
}
