use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    let n = Tensor::<f64, 2>::zeros([2, 3]);
    let sum = &m.cast::<f64>() + &n;
    assert_eq!(sum.shape(), [2, 3]);
}
