use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([1, 3]);
    let v = if m.is_empty() { m.flatten() } else { m.squeeze(Axis::<0>) };
    assert_eq!(v.shape(), [3]);
}
