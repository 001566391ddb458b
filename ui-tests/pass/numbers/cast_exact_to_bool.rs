use holor::prelude::*;

fn main() {
    let x = Tensor::<f64, 1>::ones([3]);
    let mask = x.not_equal(0.0);
    assert_eq!(mask, tensor![true, true, true]);
}
