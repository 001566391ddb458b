use holor::prelude::*;

fn main() {
    let m = Tensor::<f64, 2>::ones([2, 6]);
    let s = m.nan_max(axes![0, Last]);
    assert_eq!(s.item(), 1.0);
}
