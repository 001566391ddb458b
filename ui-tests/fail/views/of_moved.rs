// B: a view of a tensor that was given away
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    let row = m.row(0);
    drop(m);
    assert_eq!(row.shape(), [3]);
}
