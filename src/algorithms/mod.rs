//! Algorithms on slices of numbers: safe code over the loops of `kernels/`, no [`Tensor`](crate::Tensor).
//!
//! - `order/`: sorting, selection, sets.
//! - `decompose/`: decompositions of matrices, by faer. `fourier.rs`: Fourier transforms of lanes, by rustfft.
//! - `random/`: random numbers. `cross.rs`: cross products.

pub(crate) mod cross;
#[cfg(feature = "linalg")]
pub(crate) mod decompose;
#[cfg(feature = "fft")]
pub(crate) mod fourier;
pub(crate) mod order;
#[cfg(feature = "rand")]
pub(crate) mod random;
