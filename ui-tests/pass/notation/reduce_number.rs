use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([4, 6]);
    assert_eq!(reduce!(&m, "h (w 2) -> h w", sum).shape(), [4, 3]);
}
