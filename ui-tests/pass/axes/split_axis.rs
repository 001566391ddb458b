use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 6]);
    let t = m.split_axis(Axis::<1>, [2, 3]);
    assert_eq!(t.shape(), [2, 2, 3]);
}
