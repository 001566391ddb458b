use holor::prelude::*;

fn main() {
    let m = Tensor::<i32, 2>::eye(3);
    let pairs = m.cast::<f64>().eigh();
    assert_eq!(pairs.eigenvalues.shape(), [3]);
}
