use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 6]);
    let parts = m.chunk(Axis::<1>, 3);
    assert_eq!(parts[0].shape(), [2, 2]);
}
