// B: a shift of floats
use holor::prelude::*;

fn main() {
    let x = tensor![1.0, 2.0];
    let doubled = &x << 1.0;
}
