// A: an axis of a rank beyond the relations
use holor::prelude::*;

fn main() {
    let t = Tensor::<u8, 13>::zeros([1; 13]);
    let rest = t.index_axis(Axis::<0>, 0);
}
