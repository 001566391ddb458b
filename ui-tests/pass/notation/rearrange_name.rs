use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([4, 6]);
    let y = rearrange!(&m, "h w2 -> w2 h");
    assert_eq!(y.shape(), [6, 4]);
}
