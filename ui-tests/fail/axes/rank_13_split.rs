// A: splitting an axis into more than 12 in all
use holor::prelude::*;

fn main() {
    let t = Tensor::<u8, 12>::zeros([4; 12]);
    let more = t.split_axis(Axis::<0>, [2, 2]);
}
