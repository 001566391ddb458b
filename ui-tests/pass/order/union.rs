use holor::prelude::*;

fn main() {
    let m = Tensor::<f64, 2>::zeros([2, 3]);
    let both: Vector<f64> = m.union1d(&m);
    assert_eq!(both.shape(), [1]);
}
