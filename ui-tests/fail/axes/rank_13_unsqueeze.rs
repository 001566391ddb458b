// A: a thirteenth axis
use holor::prelude::*;

fn main() {
    let t = Tensor::<u8, 12>::zeros([1; 12]);
    let more = t.unsqueeze(Axis::<0>);
}
