use holor::ConvOptions;
use holor::prelude::*;

fn main() {
    let images = Tensor::<f32, 4>::zeros([1, 1, 8, 8]);
    let options = ConvOptions { stride: [2, 2], ..Default::default() };
    let y = images.conv_with_options(&Tensor::zeros([1, 1, 3, 3]), options);
    assert_eq!(y.shape(), [1, 1, 3, 3]);
}
