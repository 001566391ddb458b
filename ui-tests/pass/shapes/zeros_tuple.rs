use holor::prelude::*;

fn main() {
    let m = Tensor::<f64, 2>::zeros([2, 3]);
    assert_eq!(m.shape(), [2, 3]);
}
