// B: a tensor changed while it is iterated over
use holor::prelude::*;

fn main() {
    let mut m = Tensor::<f32, 2>::zeros([2, 3]);
    for x in m.iter() {
        m[[0, 0]] = *x;
    }
}
