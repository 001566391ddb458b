// A: `channels` of a matrix
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([4, 4]);
    let channels = m.channels();
}
