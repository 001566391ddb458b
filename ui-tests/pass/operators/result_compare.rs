use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    let v = Tensor::<f32, 1>::zeros([3]);
    let mask: Tensor<bool, 2> = m.greater(&v);
    assert_eq!(mask.shape(), [2, 3]);
}
