// A: an integer limit of floats
use holor::prelude::*;

fn main() {
    let x = tensor![0.5, 1.5];
    let limited = x.clamp(0, 1);
}
