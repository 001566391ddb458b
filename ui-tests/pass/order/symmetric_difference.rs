use holor::prelude::*;

fn main() {
    let m = Tensor::<f64, 2>::zeros([2, 3]);
    let either: Vector<f64> = m.setxor1d(&m);
    assert_eq!(either.shape(), [0]);
}
