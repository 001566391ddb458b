use holor::prelude::*;

fn main() {
    let x = Tensor::<f32, 1>::ones([3]);
    let mask = x.not_equal(0.0);
    assert_eq!(mask, tensor![true, true, true]);
}
