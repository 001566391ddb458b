use holor::prelude::*;

fn main() {
    let m = Tensor::<i32, 2>::eye(3);
    let d = m.cast::<f64>().det();
    assert_eq!(d.item(), 1.0);
}
