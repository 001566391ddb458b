// A: `convolve` of an image and a kernel
use holor::Overlap;
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([3, 3]);
    let image = Tensor::<f32, 2>::zeros([8, 8]);
    let y = image.convolve(&m, Overlap::Valid);
}
