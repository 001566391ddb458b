use holor::prelude::*;

fn main() {
    let x = Tensor::<i32, 1>::ones([3]);
    let negative = x.cast::<f64>().copysign(-1.0);
    assert_eq!(negative.shape(), [3]);
}
