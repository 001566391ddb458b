// B: a view of a tensor that is in no variable
use holor::prelude::*;

fn main() {
    let row = Tensor::<f32, 2>::zeros([2, 3]).row(0);
    assert_eq!(row.shape(), [3]);
}
