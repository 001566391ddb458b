use holor::prelude::*;

fn main() {
    let any = AnyTensor::from(tensor![1.0, 2.0]);
    let t: Tensor<f64, 1> = any.into_rank().unwrap();
    assert_eq!(t.shape(), [2]);
}
