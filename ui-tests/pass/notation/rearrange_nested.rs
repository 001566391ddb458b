use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([4, 6]);
    let y = rearrange!(&m, "(h p q) w -> h w p q", p = 2, q = 2);
    assert_eq!(y.shape(), [1, 6, 2, 2]);
}
