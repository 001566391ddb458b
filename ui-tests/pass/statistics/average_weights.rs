use holor::prelude::*;

fn main() {
    let v = Tensor::<f64, 1>::ones([6]);
    let m = Tensor::<f64, 2>::ones([2, 6]);
    let mean = m.average(All, &v);
    assert_eq!(mean.item(), 1.0);
}
