use holor::prelude::*;

fn main() {
    let m = Tensor::<i32, 2>::ones([2, 6]);
    let s = m.cast::<f64>().moment(Last, 3);
    assert_eq!(s.shape(), [2]);
}
