use holor::prelude::*;

fn main() {
    let m: Tensor<f32, 2> = [[1.0, 2.0], [3.0, 4.0]].into();
    assert_eq!(m.shape(), [2, 2]);
}
