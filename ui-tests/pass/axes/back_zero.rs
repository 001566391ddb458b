use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    let mirrored = m.flip(Back::<1>);
    assert_eq!(mirrored.shape(), [2, 3]);
}
