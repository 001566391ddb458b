use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    let spread = m.var(Axis::<1>);
    assert_eq!(spread.shape(), [2]);
}
