use holor::prelude::*;

fn main() {
    let mut m = Tensor::<f64, 2>::zeros([2, 3]);
    m.sort_inplace(Axis::<1>);
    assert_eq!(m.shape(), [2, 3]);
}
