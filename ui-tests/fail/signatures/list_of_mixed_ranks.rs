// B: tensors of different ranks in one `Vec`
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    let v = Tensor::<f32, 1>::zeros([3]);
    let all = vec![m.view(), v.view()];
}
