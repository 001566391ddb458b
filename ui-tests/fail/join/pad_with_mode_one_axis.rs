// B: the border of one axis of a matrix
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    let padded = m.pad_with_mode([(1, 1)], PadMode::Reflect);
}
