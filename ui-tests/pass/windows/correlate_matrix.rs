use holor::Overlap;
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([3, 3]);
    let y = m.row(1).correlate(&m.row(0), Overlap::Valid);
    assert_eq!(y.shape(), [1]);
}
