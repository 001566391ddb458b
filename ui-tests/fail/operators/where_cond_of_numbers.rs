// B: `where_cond` on a mask of numbers
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    let chosen = m.where_cond(&m, &m);
}
