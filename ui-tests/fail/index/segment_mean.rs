// A: `segment_mean` of integers
use holor::prelude::*;

fn main() {
    let t = tensor![1, 2].segment_mean(Last, &[0, 0], 1);
}
