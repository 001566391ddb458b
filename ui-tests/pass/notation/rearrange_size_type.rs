use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([4, 6]);
    let y = rearrange!(&m, "h (w q) -> h w q", q = 2);
    assert_eq!(y.shape(), [4, 3, 2]);
}
