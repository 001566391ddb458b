use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([4, 6]);
    assert!(holor::try_rearrange!(&m, "h w -> w h").is_ok());
}
