use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    let mut rows: Vec<TensorView<'_, f32, 1>> = Vec::new();
    rows.push(m.row(0));
    assert_eq!(rows[0].shape(), [3]);
}
