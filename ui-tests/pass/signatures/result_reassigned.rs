use holor::prelude::*;

fn main() {
    let mut m = Tensor::<f32, 2>::zeros([2, 3]);
    m = m.viewed(|v| v.narrow(Axis::<0>, 0, 1));
    assert_eq!(m.shape(), [1, 3]);
}
