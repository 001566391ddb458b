// B: changing the elements of `iter`
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    for x in m.iter() {
        *x += 1.0;
    }
}
