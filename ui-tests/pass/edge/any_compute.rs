use holor::prelude::*;

fn main() {
    let any = AnyTensor::from(tensor![[1.0, 2.0]]);
    let matrix = any.into_rank::<2>().unwrap();
    assert_eq!(matrix.transpose().shape(), [2, 1]);
}
