// A: a quotient of complex numbers, rounded down
use holor::num_complex::Complex;
use holor::prelude::*;

fn main() {
    let z = tensor![Complex::new(3.0, 4.0)];
    let whole = z.floor_divide(&z);
}
