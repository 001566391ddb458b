use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([4, 6]);
    let y = rearrange!(&m, "h w ... -> w h ...");
    assert_eq!(y.shape(), [6, 4]);
}
