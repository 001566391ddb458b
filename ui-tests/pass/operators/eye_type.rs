use holor::prelude::*;

fn main() {
    let a = Tensor::<f64, 2>::ones([2, 3]);
    let difference = Tensor::<f64, 2>::eye(3) - a.row(0);
    assert_eq!(difference[[0, 0]], 0.0);
}
