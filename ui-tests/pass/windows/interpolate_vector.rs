use holor::prelude::*;

fn main() {
    let v = Tensor::<f32, 1>::zeros([8]);
    let y = v.interpolate_linear([4]);
    assert_eq!(y.shape(), [4]);
}
