use holor::prelude::*;

fn main() {
    let m = Tensor::<f64, 2>::zeros([2, 3]);
    let sorted = m.sort_descending(Axis::<1>);
    assert_eq!(sorted.shape(), [2, 3]);
}
