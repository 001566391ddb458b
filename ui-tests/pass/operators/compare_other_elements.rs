use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    let n = Tensor::<f64, 2>::zeros([2, 3]);
    let mask = m.cast::<f64>().greater(&n);
    assert_eq!(mask.shape(), [2, 3]);
}
