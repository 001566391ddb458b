// A: a thirteenth axis in a slice
use holor::prelude::*;

fn main() {
    let t = Tensor::<u8, 12>::zeros([1; 12]);
    let more = t.slice(s![.., .., .., .., .., .., .., .., .., .., .., .., NewAxis]);
}
