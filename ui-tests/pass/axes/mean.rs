use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    let means = m.mean(Axis::<1>);
    assert_eq!(means.shape(), [2]);
}
