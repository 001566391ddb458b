//! Functions of numbers: what infers; the other files have each function.

#[path = "numbers/complex.rs"]
mod complex;
#[path = "numbers/division.rs"]
mod division;
#[path = "numbers/real.rs"]
mod real;
#[path = "numbers/special_cases.rs"]
mod special_cases;
#[path = "numbers/types.rs"]
mod types;

use holor::num_complex::Complex;
use holor::num_traits::{Float, Signed};
use holor::prelude::*;

#[test]
fn functions_infer_the_kind_of_their_elements() {
    fn of_floats<T: Float + Signed, const R: usize>(x: &TensorRef<T, R>) -> Tensor<T, R> {
        (x.exp().ln().powf(x) + x.sqrt()).abs().sin()
    }
    fn of_parts<T: Float + Signed, const R: usize>(x: &TensorRef<Complex<T>, R>) -> Tensor<T, R> {
        x.exp().ln().powf(x).abs().sin()
    }
    let (x, z) = (tensor![1.0, 2.0], tensor![Complex::new(1.0, 2.0)]);
    assert_eq!(of_floats(&x).shape(), [2]);
    assert_eq!(of_parts(&z).shape(), [1]);
    let norm = (&z - Complex::new(0.5, 0.0)).abs().square().sum(All).item().sqrt();
    assert_eq!(norm, 4.25_f64.sqrt());
    assert_eq!(tensor![-1, 2].abs().sum(All).item(), 3);
    assert_eq!(tensor![-1.5, 2.0].abs().max(All).item(), 2.0);
    assert_eq!(tensor![0.0].exp().is_finite(), tensor![true]);
    assert_eq!(tensor![2, 3].pow(2_u32), tensor![4, 9]);
}
