use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([4, 6]);
    assert_eq!(reduce!(&m, "h w -> h", max).shape(), [4]);
}
