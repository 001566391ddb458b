use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([4, 6]);
    let t = rearrange!(&m, "h w -> w h");
    assert_eq!((m.shape(), t.shape()), ([4, 6], [6, 4]));
}
