use holor::prelude::*;

fn main() {
    let mut m = Tensor::<f32, 2>::zeros([2, 3]);
    let v = m.clone();
    m.fill(1.0);
    assert_eq!(v[[0, 0]], 0.0);
}
