use holor::prelude::*;

fn main() {
    axis_names!(Image { h, w, c });
    let m = Tensor::<f32, 2>::zeros([4, 6]);
    let image = Tensor::<f32, 3>::zeros([4, 6, 3]);
    image.index_axis(Image::C, 0);
}
