use holor::prelude::*;

fn main() {
    let m = Tensor::<f64, 2>::zeros([2, 3]);
    let tails = m.quantiles_with_method(Axis::<1>, &[0.1], QuantileMethod::Lower);
    assert_eq!(tails.shape(), [1, 2]);
}
