use holor::prelude::*;

fn main() {
    let image = Tensor::<f32, 3>::zeros([4, 6, 3]);
    dims!(image => [h, w, _]);
    assert_eq!((h, w), (4, 6));
}
