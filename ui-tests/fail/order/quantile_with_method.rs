// A: axis out of range in `quantile_with_method`
use holor::prelude::*;

fn main() {
    let m = Tensor::<f64, 2>::zeros([2, 3]);
    let tail = m.quantile_with_method(Axis::<2>, 0.9, QuantileMethod::Hazen);
}
