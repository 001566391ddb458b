// A: `trace_with_offset` of a batch of matrices
use holor::prelude::*;

fn main() {
    let batch = Tensor::<f32, 3>::zeros([5, 2, 3]);
    let traces = batch.trace_with_offset(1);
}
