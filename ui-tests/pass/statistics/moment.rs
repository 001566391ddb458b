use holor::prelude::*;

fn main() {
    let m = Tensor::<f64, 2>::ones([2, 6]);
    let s = m.moment(Axis::<1>, 3);
    assert_eq!(s.shape(), [2]);
}
