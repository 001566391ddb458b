use holor::prelude::*;

fn main() {
    let a = Tensor::<f32, 2>::ones([2, 3]);
    let t = a.unsqueeze(Axis::<0>);
    assert_eq!(t.shape(), [1, 2, 3]);
}
