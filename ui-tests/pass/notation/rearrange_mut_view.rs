use holor::prelude::*;

fn main() {
    let mut m = Tensor::<f32, 2>::zeros([4, 6]);
    let mut v = m.view_mut();
    rearrange!(&mut v, "h w -> w h").fill(1.0);
}
