use holor::prelude::*;

fn main() {
    let v = Tensor::<f64, 1>::ones([6]);
    let s = v.nan_sum(Axis::<0>);
    assert_eq!(s.item(), 6.0);
}
