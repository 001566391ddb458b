use holor::prelude::*;

fn main() {
    let batch = Tensor::<f32, 3>::zeros([5, 2, 3]);
    let traces = batch.diagonal_with_offset(Back::<2>, Last, 1).sum(Last);
    assert_eq!(traces.shape(), [5]);
}
