use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    assert_eq!(m.shape(), [2, 3]);
}
