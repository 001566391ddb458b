use holor::prelude::*;

fn main() {
    let m = Tensor::<f64, 2>::eye(3);
    let p = m.matrix_power(2);
    assert_eq!(p, m);
}
