use holor::prelude::*;

fn main() {
    let mut m = Tensor::<f32, 2>::zeros([2, 3]);
    m = m.viewed(|m| m.transpose());
    assert_eq!(m.shape(), [3, 2]);
}
