use holor::prelude::*;

fn main() {
    let x = Tensor::<f64, 1>::ones([3]);
    let sum = &x + 1.0;
    assert_eq!(sum.shape(), [3]);
}
