use holor::prelude::*;

fn main() {
    let m = Tensor::<f64, 2>::zeros([2, 3]);
    let tail = m.quantile(axes![0, Last], 0.9);
    assert!(tail.shape().is_empty());
}
