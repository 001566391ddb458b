use holor::prelude::*;

fn main() {
    let v = Tensor::<u8, 1>::zeros([8]);
    let y = v.cast::<f32>().interpolate_linear([4]);
    assert_eq!(y.shape(), [4]);
}
