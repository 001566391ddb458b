use holor::prelude::*;

fn main() {
    let x = tensor![0.5, 1.5];
    let limited = x.clamp(0.0, 1.0);
    assert_eq!(limited, tensor![0.5, 1.0]);
}
