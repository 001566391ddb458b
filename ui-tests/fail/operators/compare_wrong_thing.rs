// A: comparing with what is neither a tensor nor an element
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    let mask = m.greater("0");
}
