//! Linear algebra: products of matrices and vectors.
//!
//! `matmul.rs` matrices in batches, `gemm.rs` into an existing matrix, `products.rs` vectors (`dot
//! matvec vecmat outer`), `batches.rs` what they share and `vecdot`, `structured.rs` `cross kron
//! matrix_power`, `trace.rs` the diagonal, `covariance.rs` covariances, `tensordot.rs` any two tensors;
//! `contract/` multiplies for all of them and for `einsum!`. These files check shapes and make the errors; the loops are in
//! `kernels/product`. `decompose/` has decompositions (feature `linalg`).

mod batches;
pub(crate) mod contract;
#[cfg(any(feature = "std", feature = "libm"))]
mod covariance;
#[cfg(feature = "linalg")]
pub(crate) mod decompose;
mod gemm;
mod matmul;
mod products;
mod structured;
mod tensordot;
mod trace;

pub use gemm::{gemm, try_gemm};
pub use matmul::MatmulRhs;
pub use tensordot::{AsManyAs, TensordotRhs};
