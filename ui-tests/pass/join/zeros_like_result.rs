use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    let zeros: Tensor<f32, 2> = m.zeros_like();
    assert_eq!(zeros.shape(), [2, 3]);
}
