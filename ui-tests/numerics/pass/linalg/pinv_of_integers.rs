use holor::prelude::*;

fn main() {
    let m = Tensor::<i32, 2>::eye(3);
    let p = m.cast::<f64>().pinv();
    assert_eq!(p.shape(), [3, 3]);
}
