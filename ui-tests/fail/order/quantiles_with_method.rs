// A: axis out of range in `quantiles_with_method`
use holor::prelude::*;

fn main() {
    let m = Tensor::<f64, 2>::zeros([2, 3]);
    let tails = m.quantiles_with_method(Axis::<2>, &[0.1], QuantileMethod::Lower);
}
