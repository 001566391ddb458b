use holor::prelude::*;

fn main() {
    let a = Tensor::<f32, 2>::ones([2, 3]);
    let t = a.swap_axes(Axis::<0>, Axis::<1>);
    assert_eq!(t.shape(), [3, 2]);
}
