use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    let turned = m.viewed(|v| v.transpose());
    assert_eq!(turned.shape(), [3, 2]);
}
