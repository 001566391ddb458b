use holor::prelude::*;

fn main() {
    let m = Tensor::<f64, 2>::zeros([2, 3]);
    let common: Vector<f64> = m.intersect1d(&m);
    assert_eq!(common.shape(), [1]);
}
