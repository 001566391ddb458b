// A: `avg_pool` of integers
use holor::prelude::*;

fn main() {
    let m = Tensor::<i32, 2>::zeros([8, 8]);
    let y = m.avg_pool([2, 2]);
}
