use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 1]);
    let v = m.squeeze(Axis::<1>);
    assert_eq!(v.shape(), [2]);
}
