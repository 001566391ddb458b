use holor::prelude::*;

fn main() {
    let v = Tensor::<u8, 1>::zeros([8]);
    let y = v.interpolate_nearest([4]);
    assert_eq!(y.shape(), [4]);
}
