use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    let padded = m.pad_with_mode([(1, 1), (0, 0)], PadMode::Reflect);
    assert_eq!(padded.shape(), [4, 3]);
}
