use holor::prelude::*;

fn main() {
    let m = Tensor::<f64, 2>::ones([2, 6]);
    let d: Tensor<f64, 1> = m.vecdot(Last, &m);
    assert_eq!(d.shape(), [2]);
}
