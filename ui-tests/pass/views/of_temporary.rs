use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    let row = m.row(0);
    assert_eq!(row.shape(), [3]);
}
