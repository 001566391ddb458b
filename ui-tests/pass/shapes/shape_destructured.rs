use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    let [h, w] = m.shape();
    assert_eq!((h, w), (2, 3));
}
