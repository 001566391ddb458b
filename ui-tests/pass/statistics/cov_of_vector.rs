use holor::prelude::*;

fn main() {
    let m = Tensor::<f64, 2>::ones([2, 6]);
    let c = m.cov();
    assert_eq!(c.shape(), [2, 2]);
}
