use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    let running = m.cumsum(Axis::<1>);
    assert_eq!(running.shape(), [2, 3]);
}
