use holor::prelude::*;

fn main() {
    let t = Tensor::<f32, 3>::zeros([2, 3, 4]);
    let p = t.permute(axes![1, 0, 2]);
    assert_eq!(p.shape(), [3, 2, 4]);
}
