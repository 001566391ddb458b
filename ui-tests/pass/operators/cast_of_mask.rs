use holor::num_complex::Complex;
use holor::prelude::*;

fn main() {
    let a = Tensor::<f32, 2>::ones([2, 3]);
    let ones = a.greater(0.0).cast::<f32>().map(|&x| Complex::from(x));
    assert_eq!(ones.re(), a);
}
