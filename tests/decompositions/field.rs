//! The four element types, and matrices of complex numbers with the obvious product.

use holor::linalg::Scalar;
use holor::prelude::*;
use num_complex::Complex;

/// An element type, by its parts as `f64`.
pub(crate) trait Field: Scalar {
    const EPSILON: f64;
    fn of(re: f64, im: f64) -> Self;
    fn complex(self) -> Complex<f64>;
    fn real(real: Self::Real) -> f64;
    fn from_complex(number: Self::Complex) -> Complex<f64>;
}

macro_rules! fields {
    ($($T:ident)+) => { $(
        impl Field for $T {
            const EPSILON: f64 = $T::EPSILON as f64;
            fn of(re: f64, _: f64) -> Self {
                re as $T
            }
            fn complex(self) -> Complex<f64> {
                Complex::new(self.into(), 0.0)
            }
            fn real(real: $T) -> f64 {
                real.into()
            }
            fn from_complex(number: Complex<$T>) -> Complex<f64> {
                Complex::new(number.re.into(), number.im.into())
            }
        }

        impl Field for Complex<$T> {
            const EPSILON: f64 = $T::EPSILON as f64;
            fn of(re: f64, im: f64) -> Self {
                Complex::new(re as $T, im as $T)
            }
            fn complex(self) -> Complex<f64> {
                Complex::new(self.re.into(), self.im.into())
            }
            fn real(real: $T) -> f64 {
                real.into()
            }
            fn from_complex(number: Complex<$T>) -> Complex<f64> {
                Complex::new(number.re.into(), number.im.into())
            }
        }
    )+ };
}

fields!(f32 f64);

/// A matrix of complex numbers.
#[derive(Clone, Debug)]
pub(crate) struct Plain {
    pub(crate) m: usize,
    pub(crate) n: usize,
    pub(crate) elements: Vec<Complex<f64>>,
}

impl Plain {
    pub(crate) fn from_fn(m: usize, n: usize, f: impl Fn(usize, usize) -> Complex<f64>) -> Plain {
        let elements = (0..m * n).map(|at| f(at / n, at % n)).collect();
        Plain { m, n, elements }
    }

    pub(crate) fn identity(n: usize) -> Plain {
        Plain::from_fn(n, n, |i, j| Complex::new(f64::from(i == j), 0.0))
    }

    pub(crate) fn diagonal(numbers: &[f64]) -> Plain {
        let n = numbers.len();
        Plain::from_fn(n, n, |i, j| Complex::new(if i == j { numbers[i] } else { 0.0 }, 0.0))
    }

    pub(crate) fn at(&self, i: usize, j: usize) -> Complex<f64> {
        self.elements[i * self.n + j]
    }

    pub(crate) fn adjoint(&self) -> Plain {
        Plain::from_fn(self.n, self.m, |i, j| self.at(j, i).conj())
    }

    pub(crate) fn times(&self, other: &Plain) -> Plain {
        assert_eq!(self.n, other.m);
        Plain::from_fn(self.m, other.n, |i, j| {
            (0..self.n).map(|k| self.at(i, k) * other.at(k, j)).sum()
        })
    }

    pub(crate) fn minus(&self, other: &Plain) -> Plain {
        assert_eq!((self.m, self.n), (other.m, other.n));
        Plain::from_fn(self.m, self.n, |i, j| self.at(i, j) - other.at(i, j))
    }

    /// The Frobenius norm.
    pub(crate) fn norm(&self) -> f64 {
        self.elements.iter().map(Complex::norm_sqr).sum::<f64>().sqrt()
    }
}

/// The matrices of a tensor, in row-major order of its batch.
pub(crate) fn matrices<T: Copy, const R: usize>(
    t: &TensorRef<T, R>,
    convert: impl Fn(T) -> Complex<f64>,
) -> Vec<Plain> {
    let [m, n] = [t.shape()[R - 2], t.shape()[R - 1]];
    let count = t.shape()[..R - 2].iter().product();
    let values = t.to_vec();
    let part = |at: usize| values[at * m * n..][..m * n].iter().map(|&x| convert(x)).collect();
    (0..count).map(|at| Plain { m, n, elements: part(at) }).collect()
}

/// The rows of a tensor as vectors.
pub(crate) fn rows<T: Copy, U, const R: usize>(
    t: &TensorRef<T, R>,
    convert: impl Fn(T) -> U,
) -> Vec<Vec<U>> {
    let n = t.shape()[R - 1];
    let count = t.shape()[..R - 1].iter().product();
    let values = t.to_vec();
    (0..count).map(|at| values[at * n..][..n].iter().map(|&x| convert(x)).collect()).collect()
}

/// A tensor of numbers between -1 and 1, always the same.
pub(crate) fn random<T: Field, const R: usize>(shape: [usize; R], seed: u64) -> Tensor<T, R> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x2545_f491_4f6c_dd1d;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    };
    Tensor::from_fn(shape, |_| {
        let re = next();
        T::of(re, next())
    })
}
