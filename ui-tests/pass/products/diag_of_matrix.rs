use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::ones([3, 3]);
    let d = m.diagonal(Axis::<0>, Axis::<1>);
    assert_eq!(d.shape(), [3]);
}
