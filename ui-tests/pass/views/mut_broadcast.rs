use holor::prelude::*;

fn main() {
    let v = Tensor::<f32, 1>::zeros([3]);
    let m = v.view().broadcast_to([2, 3]);
    assert_eq!(m.shape(), [2, 3]);
}
