use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    let lengths = m.norm(Axis::<1>);
    assert_eq!(lengths.shape(), [2]);
}
