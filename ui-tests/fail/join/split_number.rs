// A: a number in place of the sizes for `split`
use holor::prelude::*;

fn main() {
    let v = Tensor::<f32, 1>::zeros([6]);
    let parts = v.split(Last, 3);
}
