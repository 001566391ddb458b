use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    let means: Tensor<f32, 2> = m.mean(Keep(Last));
    assert_eq!(means.shape(), [2, 1]);
}
