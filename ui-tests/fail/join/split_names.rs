// B: three names for two parts
use holor::prelude::*;

fn main() {
    let v = Tensor::<f32, 1>::zeros([6]);
    let [a, b, c] = v.split(Last, [2, 4]);
}
