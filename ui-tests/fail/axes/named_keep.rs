// A: an axis named for another rank in `Keep`
use holor::prelude::*;

fn main() {
    axis_names!(Image { h, w, c });
    let m = Tensor::<f32, 2>::zeros([4, 6]);
    m.sum(Keep(Image::W));
}
