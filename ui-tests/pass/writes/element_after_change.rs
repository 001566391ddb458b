use holor::prelude::*;

fn main() {
    let mut m = Tensor::<f32, 2>::zeros([2, 3]);
    let first = m[[0, 0]];
    m.fill(1.0);
    assert_eq!(first, 0.0);
}
