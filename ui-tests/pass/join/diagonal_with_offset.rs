use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    let d = m.diagonal_with_offset(Axis::<0>, Last, 1);
    assert_eq!(d.shape(), [2]);
}
