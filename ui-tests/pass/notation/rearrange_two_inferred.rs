use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([4, 6]);
    let y = rearrange!(&m, "h (w p q) -> h w p q", p = 2, q = 3);
    assert_eq!(y.shape(), [4, 1, 2, 3]);
}
