use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 6]);
    let cube: Tensor<f32, 3> = m.reshape([3, 2, INFER]);
    assert_eq!(cube.shape(), [3, 2, 2]);
}
