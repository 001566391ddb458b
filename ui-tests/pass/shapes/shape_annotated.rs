use holor::prelude::*;

fn main() {
    let m: Matrix<f64> = Tensor::from_vec(vec![0.0; 6], [2, 3]).unwrap();
    assert_eq!(m.shape(), [2, 3]);
}
