use holor::prelude::*;

fn main() {
    let image = Tensor::<f32, 4>::zeros([1, 1, 8, 8]);
    let weights = Tensor::<f32, 4>::zeros([1, 1, 3, 3]);
    let y = image.conv_transpose(&weights);
    assert_eq!(y.shape(), [1, 1, 10, 10]);
}
