use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    let mask = m.greater(0.0);
    assert_eq!(mask.shape(), [2, 3]);
}
