// B: `pad` with widths for one axis of two
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    let padded = m.pad([(1, 1)], 0.0);
}
