use holor::prelude::*;

fn main() {
    let m = Tensor::<i32, 2>::eye(3);
    let l = m.cast::<f64>().cholesky();
    assert_eq!(l.shape(), [3, 3]);
}
