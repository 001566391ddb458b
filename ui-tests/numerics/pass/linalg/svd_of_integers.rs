use holor::prelude::*;

fn main() {
    let m = Tensor::<i32, 2>::eye(3);
    let factors = m.cast::<f64>().svd();
    assert_eq!(factors.s.shape(), [3]);
}
