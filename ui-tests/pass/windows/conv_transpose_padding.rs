use holor::ConvTransposeOptions;
use holor::prelude::*;

fn main() {
    let images = Tensor::<f32, 4>::zeros([1, 1, 8, 8]);
    let options = ConvTransposeOptions { padding: [1, 1], ..Default::default() };
    let y = images.conv_transpose_with_options(&Tensor::zeros([1, 1, 3, 3]), options);
    assert_eq!(y.shape(), [1, 1, 8, 8]);
}
