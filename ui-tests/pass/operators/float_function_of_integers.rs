use holor::prelude::*;

fn main() {
    let m = Tensor::<i32, 2>::zeros([2, 3]);
    let e = m.cast::<f64>().exp();
    assert_eq!(e[[0, 0]], 1.0);
}
