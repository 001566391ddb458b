use holor::prelude::*;

fn main() {
    let mut m = Tensor::<f32, 2>::zeros([2, 3]);
    let row = tensor![1.0, 2.0, 3.0];
    zip((m.row_mut(0), &row)).for_each(|x, y| *x = *y);
    assert_eq!(m.row(0), row);
}
