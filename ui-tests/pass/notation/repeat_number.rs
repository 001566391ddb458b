use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([4, 6]);
    let y = repeat!(&m, "h w -> w h 2");
    assert_eq!(y.shape(), [6, 4, 2]);
}
