use holor::prelude::*;

fn main() {
    let t = Tensor::<f32, 3>::zeros([2, 3, 4]);
    let m = t.merge_axes(Axis::<1>, Axis::<2>);
    assert_eq!(m.shape(), [2, 12]);
}
