use holor::prelude::*;

fn main() {
    let v = Tensor::<f64, 1>::ones([3]);
    let d = v.diag().slogdet();
    assert_eq!(d.sign.item(), 1.0);
}
