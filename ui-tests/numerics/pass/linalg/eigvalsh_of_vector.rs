use holor::prelude::*;

fn main() {
    let v = Tensor::<f64, 1>::ones([3]);
    let w = v.diag().eigvalsh();
    assert_eq!(w.shape(), [3]);
}
