use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    let scaled = m.rms_norm(Axis::<1>, 1e-5);
    assert_eq!(scaled.shape(), [2, 3]);
}
