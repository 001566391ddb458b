use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([1, 1]);
    let x = m[[0, 0]];
    assert_eq!(x, 0.0);
}
