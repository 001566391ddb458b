// A: `fft` of integers
use holor::prelude::*;

fn main() {
    let x = Tensor::<i32, 2>::zeros([2, 8]);
    let y = x.fft(Last);
}
