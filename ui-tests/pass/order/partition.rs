use holor::prelude::*;

fn main() {
    let m = Tensor::<f64, 2>::zeros([2, 3]);
    let parts = m.partition(Axis::<1>, 1);
    assert_eq!(parts.shape(), [2, 3]);
}
