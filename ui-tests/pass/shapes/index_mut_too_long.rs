use holor::prelude::*;

fn main() {
    let mut m = Tensor::<f32, 2>::zeros([2, 3]);
    m[[0, 1]] = 1.0;
    assert_eq!(m[[0, 1]], 1.0);
}
