use holor::prelude::*;

fn main() {
    let t = Tensor::<f32, 3>::ones([2, 3, 3]);
    let sum = t.index_axis(Axis::<0>, 0).trace();
    assert_eq!(sum, 3.0);
}
