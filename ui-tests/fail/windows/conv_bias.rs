// B: a bias of one row for each image
use holor::ConvOptions;
use holor::prelude::*;

fn main() {
    let images = Tensor::<f32, 4>::zeros([1, 1, 8, 8]);
    let bias = Tensor::<f32, 2>::zeros([1, 4]);
    let options = ConvOptions { bias: Some(&bias), ..Default::default() };
    let y = images.conv_with_options(&Tensor::zeros([4, 1, 3, 3]), options);
}
