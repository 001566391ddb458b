use holor::prelude::*;

fn main() {
    let x = Tensor::<f64, 1>::ones([3]);
    let rest = (&x - 2.0).maximum(0.0);
    assert_eq!(rest.shape(), [3]);
}
