use holor::linalg::Scalar;
use holor::prelude::*;

fn inverted<T: Scalar>(m: &TensorRef<T, 2>) -> Tensor<T, 2> {
    m.inv()
}

fn main() {
    assert_eq!(inverted(&Tensor::<f64, 2>::eye(3)).shape(), [3, 3]);
}
