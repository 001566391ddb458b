use holor::prelude::*;

fn main() {
    let v = Tensor::<f32, 1>::zeros([2]);
    let d = v.diag_with_offset(1);
    assert_eq!(d.shape(), [3, 3]);
}
