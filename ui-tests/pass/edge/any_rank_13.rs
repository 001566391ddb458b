use holor::prelude::*;

fn main() {
    let t = Tensor::<f32, 12>::zeros([1; 12]);
    let any = AnyTensor::from(t);
    assert_eq!(any.rank(), 12);
}
