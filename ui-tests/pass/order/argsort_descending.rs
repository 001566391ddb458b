use holor::prelude::*;

fn main() {
    let m = Tensor::<f64, 2>::zeros([2, 3]);
    let places = m.argsort_descending(Axis::<1>);
    assert_eq!(places.shape(), [2, 3]);
}
