use holor::prelude::*;

fn main() {
    let m = Tensor::<f64, 2>::zeros([2, 3]);
    let rest: Vector<f64> = m.setdiff1d(&m);
    assert_eq!(rest.shape(), [0]);
}
