use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([4, 6]);
    assert_eq!(rearrange!(&m, "h w -> w h").shape(), [6, 4]);
}
