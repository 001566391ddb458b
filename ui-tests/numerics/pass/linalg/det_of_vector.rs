use holor::prelude::*;

fn main() {
    let v = Tensor::<f64, 1>::ones([3]);
    let d = v.diag().det();
    assert_eq!(d.item(), 1.0);
}
