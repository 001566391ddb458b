// A: a transposed convolution of an image without a batch
use holor::prelude::*;

fn main() {
    let image = Tensor::<f32, 2>::zeros([8, 8]);
    let weights = Tensor::<f32, 2>::zeros([3, 3]);
    let y = image.conv_transpose(&weights);
}
