use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([4, 6]);
    let y = repeat!(&m, "h w -> h w c", c = 3);
    assert_eq!(y.shape(), [4, 6, 3]);
}
