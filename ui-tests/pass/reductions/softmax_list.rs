use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    let p = m.flatten().softmax(Last).reshape([2, 3]);
    assert_eq!(p.shape(), [2, 3]);
}
