// A: `conv` of an image without a batch
use holor::prelude::*;

fn main() {
    let image = Tensor::<f32, 2>::zeros([8, 8]);
    let y = image.conv(&Tensor::zeros([3, 3]));
}
