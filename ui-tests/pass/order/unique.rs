use holor::prelude::*;

fn main() {
    let m = Tensor::<f64, 2>::zeros([2, 3]);
    let values: Vector<f64> = m.unique();
    assert_eq!(values.shape(), [1]);
}
