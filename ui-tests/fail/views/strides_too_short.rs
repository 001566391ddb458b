// B: one stride for a view of rank 2
use holor::prelude::*;

fn main() {
    let buffer = [0.0f32; 6];
    let m = TensorView::from_slice_strided(&buffer, [2, 3], [3], 0);
}
