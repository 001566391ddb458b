use holor::prelude::*;

fn main() {
    let image = Tensor::<f32, 2>::zeros([8, 8]);
    let images: Tensor<f32, 4> = image.unsqueeze(Axis::<0>).unsqueeze(Axis::<0>).to_owned();
    let y = images.conv(&Tensor::zeros([4, 1, 3, 3]));
    assert_eq!(y.shape(), [1, 4, 6, 6]);
}
