use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    let at = m.argmin(Axis::<1>);
    assert_eq!(at.shape(), [2]);
}
