use holor::ConvOptions;
use holor::prelude::*;

fn main() {
    let images = Tensor::<f32, 4>::zeros([1, 1, 8, 8]);
    let bias = Tensor::<f32, 1>::zeros([4]);
    let options = ConvOptions { bias: Some(&bias), ..Default::default() };
    let y = images.conv_with_options(&Tensor::zeros([4, 1, 3, 3]), options);
    assert_eq!(y.shape(), [1, 4, 6, 6]);
}
