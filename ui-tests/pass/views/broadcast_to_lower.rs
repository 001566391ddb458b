use holor::prelude::*;

fn main() {
    let t = Tensor::<f32, 3>::zeros([1, 2, 3]);
    let m = t.broadcast_to([5, 2, 3]);
    assert_eq!(m.shape(), [5, 2, 3]);
}
