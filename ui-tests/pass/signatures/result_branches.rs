use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([1, 3]);
    let v = if m.is_empty() { m.flatten() } else { m.row(0).to_owned() };
    assert_eq!(v.shape(), [3]);
}
