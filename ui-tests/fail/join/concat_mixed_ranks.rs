// B: `concat` of a matrix and a vector
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    let v = Tensor::<f32, 1>::zeros([3]);
    let joined = concat(Axis::<0>, &[m.view(), v.view()]);
}
