use holor::prelude::*;

fn main() {
    let m = Tensor::<i32, 2>::eye(3);
    let factors = m.cast::<f64>().qr();
    assert_eq!(factors.r.shape(), [3, 3]);
}
