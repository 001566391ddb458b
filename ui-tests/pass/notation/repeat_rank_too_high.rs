use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([4, 6]);
    let y = repeat!(&m, "... -> ... 1 1 1 1 1 1 1 1 1 2");
    assert_eq!(y.shape(), [4, 6, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2]);
}
