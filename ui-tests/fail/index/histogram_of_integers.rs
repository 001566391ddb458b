// B: a histogram of integers
use holor::prelude::*;

fn main() {
    let x = Tensor::<i32, 1>::zeros([4]);
    let (counts, edges) = x.histogram(2);
}
