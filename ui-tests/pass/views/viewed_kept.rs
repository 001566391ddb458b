use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    let kept = m.clone();
    let turned = m.viewed(|v| v.transpose());
    assert!(turned.shares_memory_with(&kept));
}
