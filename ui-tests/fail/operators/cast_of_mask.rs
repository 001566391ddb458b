// A: a mask turned into complex numbers
use holor::num_complex::Complex;
use holor::prelude::*;

fn main() {
    let a = Tensor::<f32, 2>::ones([2, 3]);
    let ones = a.greater(0.0).cast::<Complex<f32>>();
}
