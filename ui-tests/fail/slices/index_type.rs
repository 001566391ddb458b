// A: an index of a type that is no index
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    let row: u8 = 1;
    let part = m.slice(s![row, ..]);
}
