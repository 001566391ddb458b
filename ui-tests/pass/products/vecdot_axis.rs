use holor::prelude::*;

fn main() {
    let m = Tensor::<f64, 2>::ones([2, 6]);
    let v = Tensor::<f64, 1>::ones([6]);
    let d = m.vecdot(Last, &v);
    assert_eq!(d.shape(), [2]);
}
