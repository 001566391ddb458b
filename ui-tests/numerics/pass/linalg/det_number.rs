use holor::prelude::*;

fn main() {
    let m = Tensor::<f64, 2>::eye(3);
    let d: f64 = m.det().item();
    assert_eq!(d, 1.0);
}
