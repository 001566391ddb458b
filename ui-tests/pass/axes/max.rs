use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    let largest = m.max(Axis::<1>);
    assert_eq!(largest.shape(), [2]);
}
