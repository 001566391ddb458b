use holor::prelude::*;

fn main() {
    let m = Tensor::<i32, 2>::ones([2, 6]);
    let n = m.cast::<f64>().norm_with_order(Last, 1.0);
    assert_eq!(n, tensor![6.0, 6.0]);
}
