use holor::prelude::*;

fn main() {
    let a = Tensor::<f32, 2>::ones([3, 3]);
    let difference = Tensor::<f32, 2>::eye(3) - &a;
    assert_eq!(difference[[0, 1]], -1.0);
}
