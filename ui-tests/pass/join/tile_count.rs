use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    let tiled = m.tile([1, 2]);
    assert_eq!(tiled.shape(), [2, 6]);
}
