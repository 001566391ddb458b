//! Linear algebra: products of matrices and vectors.
//!
//! `matmul.rs` matrices in batches, `gemm.rs` into an existing matrix, `products.rs` vectors (`dot
//! matvec vecmat outer`), `trace.rs` the diagonal, `tensordot.rs` any two tensors; `contract/` multiplies
//! for `tensordot` and `einsum!`. These files check shapes and make the errors; the loops are in
//! `kernels/product`. `decompose/` has decompositions (feature `linalg`).

pub(crate) mod contract;
#[cfg(feature = "linalg")]
pub(crate) mod decompose;
mod gemm;
mod matmul;
mod products;
mod tensordot;
mod trace;

pub use gemm::{gemm, try_gemm};
pub use matmul::MatmulRhs;
pub use tensordot::{AsManyAs, TensordotRhs};
