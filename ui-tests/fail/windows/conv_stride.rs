// B: a stride for one spatial axis of two
use holor::ConvOptions;
use holor::prelude::*;

fn main() {
    let images = Tensor::<f32, 4>::zeros([1, 1, 8, 8]);
    let options = ConvOptions { stride: [2], ..Default::default() };
    let y = images.conv_with_options(&Tensor::zeros([1, 1, 3, 3]), options);
}
