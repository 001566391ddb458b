use holor::prelude::*;

fn main() {
    let m = Tensor::<f64, 2>::zeros([2, 3]);
    let mask: Matrix<bool> = m.isin(&tensor![0.0, 1.0]);
    assert_eq!(mask.shape(), [2, 3]);
}
