// B: a clamped tensor that nobody takes
use holor::prelude::*;

#[deny(unused_must_use)]
fn main() {
    let m = tensor![[1.0, 5.0], [2.0, 3.0]];
    m.clamp(0.0, 2.0);
}
