use holor::prelude::*;

fn main() {
    let kernel = Tensor::<f32, 4>::zeros([1, 1, 3, 3]);
    let images = Tensor::<f32, 4>::zeros([1, 1, 8, 8]);
    let y = images.conv(&kernel);
    assert_eq!(y.shape(), [1, 1, 6, 6]);
}
