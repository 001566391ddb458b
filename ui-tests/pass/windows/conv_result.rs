use holor::prelude::*;

fn main() {
    let images = Tensor::<f32, 4>::zeros([1, 1, 8, 8]);
    let y: Tensor<f32, 4> = images.conv(&Tensor::zeros([4, 1, 3, 3]));
    assert_eq!(y.shape(), [1, 4, 6, 6]);
}
