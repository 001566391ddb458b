use holor::prelude::*;

#[deny(unused_must_use)]
fn main() {
    let m = tensor![[1.0, 5.0], [2.0, 3.0]];
    let clamped = m.clamp(0.0, 2.0);
    assert_eq!(clamped, tensor![[1.0, 2.0], [2.0, 2.0]]);
}
