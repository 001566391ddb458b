use holor::prelude::*;

fn main() {
    let t: Tensor<f32, 3> = [[[1.0, 2.0], [3.0, 4.0]]].into();
    assert_eq!(t.shape(), [1, 2, 2]);
}
