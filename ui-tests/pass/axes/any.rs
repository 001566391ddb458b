use holor::prelude::*;

fn main() {
    let mask = Tensor::<f32, 2>::zeros([2, 3]).greater(0.0);
    let found = mask.any(Axis::<1>);
    assert_eq!(found.shape(), [2]);
}
