use holor::prelude::*;

fn main() {
    let buffer = [0.0f32; 6];
    let m = TensorView::from_slice_strided(&buffer, [2, 3], [3, 1], 0);
    assert!(m.unwrap().is_contiguous());
}
