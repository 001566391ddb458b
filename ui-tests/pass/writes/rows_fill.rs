use holor::prelude::*;

fn main() {
    let mut m = Tensor::<f32, 2>::zeros([2, 3]);
    for mut row in m.rows_mut() {
        row.fill(1.0);
    }
    assert_eq!(m[[1, 2]], 1.0);
}
