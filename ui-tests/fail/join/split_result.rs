// B: the rank of a part
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 6]);
    let [a, b]: [TensorView<'_, f32, 1>; 2] = m.split(Last, [2, 4]);
}
