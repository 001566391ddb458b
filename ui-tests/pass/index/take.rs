use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::ones([2, 3]);
    let t = m.take(Axis::<1>, &[0, 1]);
    assert_eq!(t.shape(), [2, 2]);
}
