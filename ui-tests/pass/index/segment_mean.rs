use holor::prelude::*;

fn main() {
    let t = tensor![1.0, 2.0].segment_mean(Last, &[0, 0], 1);
    assert_eq!(t, tensor![1.5]);
}
