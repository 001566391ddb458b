use holor::prelude::*;

fn main() {
    let m = Tensor::<f64, 2>::zeros([2, 3]);
    let tail = m.quantile_with_method(Axis::<1>, 0.9, QuantileMethod::Hazen);
    assert_eq!(tail.shape(), [2]);
}
