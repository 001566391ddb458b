use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    let x = m[[0, 1]];
    assert_eq!(x, 0.0);
}
