use holor::prelude::*;

fn main() {
    let a = Tensor::<f64, 2>::ones([3, 3]);
    let difference = Tensor::<f64, 2>::eye(3) - &a;
    assert_eq!(difference[[0, 1]], -1.0);
}
