use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::ones([2, 3]);
    let t = m.select(Axis::<0>, &[true, false]);
    assert_eq!(t.shape(), [1, 3]);
}
