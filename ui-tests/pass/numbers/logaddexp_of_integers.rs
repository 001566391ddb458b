use holor::prelude::*;

fn main() {
    let x = Tensor::<i32, 1>::ones([3]);
    let sum = x.cast::<f64>().logaddexp(1.0);
    assert_eq!(sum.shape(), [3]);
}
