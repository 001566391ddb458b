// B: weights of a convolution without channels
use holor::prelude::*;

fn main() {
    let images = Tensor::<f32, 4>::zeros([1, 1, 8, 8]);
    let weights = Tensor::<f32, 2>::zeros([3, 3]);
    let y = images.conv(&weights);
}
