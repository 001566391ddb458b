use holor::prelude::*;

fn main() {
    let v = Tensor::<f32, 1>::zeros([3]);
    let t = v.unsqueeze(Axis::<0>).transpose();
    assert_eq!(t.shape(), [3, 1]);
}
