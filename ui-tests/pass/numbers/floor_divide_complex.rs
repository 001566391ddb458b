use holor::num_complex::Complex;
use holor::prelude::*;

fn main() {
    let z = tensor![Complex::new(3.0, 4.0)];
    let whole = (&z / &z).re().floor();
    assert_eq!(whole, tensor![1.0]);
}
