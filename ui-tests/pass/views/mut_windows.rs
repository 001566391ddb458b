use holor::prelude::*;

fn main() {
    let mut v = Tensor::<f32, 1>::zeros([6]);
    v.view_mut().split_axis(Axis::<0>, [2, 3]).fill(1.0);
    assert_eq!(v, Tensor::<f32, 1>::ones([6]));
}
